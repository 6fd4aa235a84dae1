"""Merge runs into one, row by row, in constant memory; called again, it goes on."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import ExitStack, closing, suppress
from dataclasses import dataclass
from pathlib import Path

from runners.directory import PLAN, RESULTS
from runners.evaluation import Status
from runners.experiments.grid import counted
from runners.lock import writing
from runners.merge.conflicts import conflicts
from runners.merge.decide import decisions
from runners.merge.numbers import Numbers
from runners.merge.plans import larger, union
from runners.merge.predictions import carry
from runners.merge.sources import Source
from runners.plan import read_plan
from runners.run import create
from runners.store.store import NoResultsYetError, Store
from runners.tasks import grids_of

_AT_ONCE = 10_000


@dataclass(frozen=True, slots=True)
class Merged:
    """How a merge went.

    Attributes
    ----------
    taken
        Rows that were added or replaced.
    conflicts, damaged
        Evaluations on which successes disagree, and rows that are not what was stored once.
    """

    taken: int
    conflicts: int
    damaged: int


def merge(directories: Sequence[Path], out: Path, notice: Callable[[str], None]) -> Merged:
    """Make ``out`` the run that holds what ``directories`` planned and what they hold.

    Where ``out`` is that run already, its successes stay as they are, so that a merge that was
    killed is simply called again. The order of ``directories`` does not matter.

    Parameters
    ----------
    directories
        Runs; they may be running.
    out
        New folder, or what an earlier merge has made.
    notice
        Told in one line of each conflict and of each damaged row.

    Raises
    ------
    FrostgridError
        The runs are no parts of one run, or ``out`` holds another one.
    """
    plans = {directory: read_plan(directory / PLAN) for directory in directories}
    joined = union({str(directory): found for directory, (found, _) in plans.items()})
    plan = counted(joined, grids_of(joined))
    create(out, plan, larger([limits for _, limits in plans.values()]))
    with writing(out), ExitStack() as stack:
        target = stack.enter_context(closing(Store(out / RESULTS, write=True)))
        stack.enter_context(target.damage_named())
        sources = []
        for directory in (out, *plans):
            with suppress(NoResultsYetError):
                if (directory / RESULTS).exists():
                    sources.append(stack.enter_context(closing(Source.open(directory))))
        if plan.keep_predictions:
            _carry(sources, target, out)
        return _take(sources, target, out, notice)


def _carry(sources: Sequence[Source], target: Store, out: Path) -> None:
    """Bring the predictions before the rows, so that no row is ever without."""
    target.db.execute(
        "CREATE TEMP TABLE lost (source INTEGER, key TEXT, PRIMARY KEY (source, key)) WITHOUT ROWID"
    )
    for decision in decisions(sources):
        target.db.executemany(
            "INSERT INTO lost VALUES (?, ?)",
            [
                (position, row["key"].hex())
                for position, row in (*decision.others, *decision.damaged)
                if row["status"] == Status.OK
            ],
        )
    for position, source in enumerate(sources[1:], start=1):

        def unwanted(key: str, position: int = position) -> bool:
            query = "SELECT 1 FROM lost WHERE source = ? AND key = ?"
            return target.db.execute(query, (position, key)).fetchone() is not None

        carry(source.directory, out, unwanted)


def _take(
    sources: Sequence[Source], target: Store, out: Path, notice: Callable[[str], None]
) -> Merged:
    numbers = [Numbers(source.store, target) for source in sources]
    taken = damaged = 0
    with conflicts(out, sources) as found:
        target.db.execute("BEGIN IMMEDIATE")
        for known in numbers[1:]:
            known.grid_rows()
            known.calibrations()
        for decision in decisions(sources):
            for position, row in decision.damaged:
                damaged += 1
                source = sources[position]
                notice(f"left out a damaged row of {source.directory}: {source.place(row)}")
            if decision.conflict:
                notice(found.add(decision.conflict))
            if decision.taken is not None and decision.taken[0] > 0:
                position, row = decision.taken
                target.adopt([numbers[position].row(row)])
                taken += 1
                if taken % _AT_ONCE == 0:
                    target.db.execute("COMMIT")
                    target.db.execute("BEGIN IMMEDIATE")
        target.db.execute("COMMIT")
    return Merged(taken, found.evaluations, damaged)

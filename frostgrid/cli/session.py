"""What ``run``, ``resume`` and ``retry`` share: work on a run, show it, and sum it up."""

from __future__ import annotations

import sys
from pathlib import Path
from time import monotonic

from frostgrid.base.command import command
from frostgrid.base.errors import FrostgridError, UnknownNameError
from frostgrid.base.plural import plural
from frostgrid.cli.eta import Eta
from frostgrid.cli.main import DONE, INTERRUPTED
from frostgrid.cli.notice import notice
from frostgrid.cli.output import print_parts, say
from frostgrid.cli.progress import shown
from frostgrid.cli.summary import summary
from frostgrid.cli.words import duration
from runners.directory import PLAN, RESULTS
from runners.due import due
from runners.evaluation import FAILURES
from runners.plan import Limits, read_plan
from runners.retry import NOTHING, Retry
from runners.run import Where, proceed
from runners.schedule import Order
from runners.status import Report, report
from runners.store.reading import reading_any
from runners.tasks import grids_of
from runners.wholeness import see_whole, unbroken

UNFINISHED = 3


def work(
    directory: Path,
    where: Where,
    retry: Retry = NOTHING,
    limits: Limits | None = None,
    order: str = Order.BALANCED,
) -> int:
    """Run what is missing in ``directory``, print a summary, and return the exit code."""
    if isinstance(where, int) and where < 1:
        raise FrostgridError(f"--workers: {where} asked", hint="ask for 1 or more")
    if where == "":
        raise FrostgridError("--cluster is empty", hint="name a Dask scheduler: tcp://host:8786")
    wanted = order_of(order)
    see_whole(directory, say)
    before, missing, again = unbroken(directory, say, lambda: _state(directory, retry))
    to_do = missing + again
    if to_do == 0:
        whose = " for these datasets and learners" if before.pending else ""
        there = f"{before.stored:,} of {plural(before.effective, 'evaluation')}"
        say(f"Nothing to do{whose}: {there} done in {directory}.")
    else:
        done = f", {before.stored:,} done" if before.stored else ""
        say(
            f"{plural(before.evaluations, 'evaluation')}, {before.effective:,} of them"
            f" different{done}; {to_do:,} to run on {_named(where)}."
        )
        start = monotonic()
        eta = Eta(directory, where if isinstance(where, int) else 1, retry, limits)
        done_already = before.stored - again
        with shown(done_already + to_do, done_already, _failed(before), eta.text) as progress:
            outcome = unbroken(
                directory,
                say,
                lambda: proceed(directory, where, progress, retry, limits, wanted, notice),
            )
        say(f"Stored {plural(outcome.stored, 'evaluation')} in {duration(monotonic() - start)}.")
        if outcome.interrupted:
            print(
                "Interrupted; what was stored is safe."
                f"\nGo on with: {command('resume', directory, *_option(where))}",
                file=sys.stderr,
            )
            return INTERRUPTED
    after = report(directory)
    print_parts(summary(after, directory))
    return UNFINISHED if _failed(after) or after.pending else DONE


def _state(directory: Path, retry: Retry) -> tuple[Report, int, int]:
    """State of the run, and how many evaluations are missing and to be run again."""
    plan, _ = read_plan(directory / PLAN)
    with reading_any(directory / RESULTS) as store:
        cells = due(plan, grids_of(plan), store, retry).values()
    return report(directory), sum(x.missing for x in cells), sum(x.again for x in cells)


def _failed(found: Report) -> int:
    return sum(found.by_status.get(status, 0) for status in FAILURES)


def _named(where: Where) -> str:
    return f"the cluster at {where}" if isinstance(where, str) else plural(where, "worker")


def _option(where: Where) -> tuple[str, str]:
    return ("--cluster", where) if isinstance(where, str) else ("--workers", str(where))


def order_of(name: str) -> Order:
    """Order called ``name``."""
    known = [str(order) for order in Order]
    if name not in known:
        raise UnknownNameError("order", name, known)
    return Order(name)

"""A run directory: start it, and go on with it."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from typing import Any

from frostgrid.base.command import command
from frostgrid.base.errors import FrostgridError
from runners.availability import availability
from runners.batches import Batch, batches
from runners.calibration import calibrating, known
from runners.cluster.client import Cluster
from runners.cost.cells import cells
from runners.cost.learning import Learning
from runners.differences import changed_adapters, changed_software, differences
from runners.directory import PLAN, RESULTS
from runners.engine.supervisor import Supervisor
from runners.environment import environment, machine
from runners.local_disk import require_local
from runners.lock import NAME as LOCK
from runners.lock import writing
from runners.plan import Limits, Plan, read_plan, write_plan
from runners.registry import learners
from runners.retry import NOTHING, Retry
from runners.schedule import Order, bands, ending_together, sized
from runners.session import Progress, Session, runnable, spacious
from runners.software import software
from runners.store.predictions import FOLDER
from runners.store.store import Store
from runners.tasks import grids_of

_CLUSTER = 32  # workers that the last stretch of a run is laid out for, where nobody knows

Where = int | str
"""So many processes on this machine, or the Dask cluster whose scheduler has this address."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a session ended.

    Attributes
    ----------
    interrupted
        Whether it was told to stop.
    stored
        Rows it stored.
    """

    interrupted: bool
    stored: int


def create(directory: Path, plan: Plan, limits: Limits) -> None:
    """Make ``directory`` the run of ``plan``, or see that it already is.

    Raises
    ------
    FrostgridError
        The directory holds another plan; the message names every part that differs.
    """
    require_local(directory)
    if not (directory / PLAN).exists() and directory.exists() and _foreign(directory):
        raise FrostgridError(f"{directory} is not empty and holds no run", hint="choose another")
    directory.mkdir(parents=True, exist_ok=True)
    with writing(directory):
        if not (directory / PLAN).exists():
            write_plan(plan, limits, directory / PLAN)
            return
    stored, stored_limits = read_plan(directory / PLAN)
    found = differences(stored, plan, _unable(stored))
    if limits != stored_limits:
        found.append(f"limits: {stored_limits} stored, {limits} asked")
    if found:
        raise FrostgridError(
            f"{directory} holds another run: {'; '.join(found)}",
            hint=f"choose another --out, or go on with: {command('resume', directory)}",
        )


def _foreign(directory: Path) -> bool:
    """Whether there is more than what a start that was cut short leaves behind."""
    return any(
        path.name != LOCK and not path.name.startswith(f".{PLAN}.") for path in directory.iterdir()
    )


def proceed(
    directory: Path,
    where: Where,
    progress: Progress,
    retry: Retry = NOTHING,
    limits: Limits | None = None,
    order: Order = Order.BALANCED,
    notice: Callable[[str], None] = print,
) -> Outcome:
    """Run what the plan in ``directory`` still lacks; SIGINT, SIGTERM, SIGHUP stop it in order.

    Parameters
    ----------
    directory
        Made by ``create``.
    where
        See ``Where``.
    progress
        See ``Progress``.
    retry
        What to run again, and which learners and datasets to work on.
    limits
        In place of the plan's, for a retry.
    order
        What comes first; it changes no result.
    notice
        Told in one line what happens to a cluster.

    Raises
    ------
    FrostgridError
        Another process writes the run; grids, data or software are not what was planned; workers
        cannot start; the disk is full. All rows stored before stay.
    """
    plan, planned_limits = read_plan(directory / PLAN)
    grids = grids_of(plan)
    limits = limits or planned_limits
    with writing(directory):
        store = Store(directory / RESULTS, write=True)
        with closing(store), store.damage_named():
            learning = Learning(plan, grids, limits.seconds, store)
            session = Session(directory, store, progress, learning)
            band = (
                bands(order, cells(plan, grids, learning.costs(), store), learning.costs())
                if order is not Order.BALANCED
                else lambda _: 0
            )
            found = spacious(directory, batches(plan, grids, store, retry, band))
            to_do = sized(found, learning.costs)
            if isinstance(where, str):
                executor: Supervisor | Cluster = Cluster(
                    where,
                    ending_together(to_do, _CLUSTER),
                    plan,
                    limits,
                    directory,
                    session.recorder,
                    notice,
                )
                with _stopped_by_signals(executor):
                    executor.run()
            else:
                this = machine()
                executor = _here(
                    directory, plan, ending_together(to_do, where), where, limits, session, this
                )
                with _stopped_by_signals(executor), calibrating(this):
                    executor.run()
                session.calibrated(this, known(this))
    return Outcome(executor.stopping, session.stored)


def _here(
    directory: Path,
    plan: Plan,
    found: Iterator[Batch],
    workers: int,
    limits: Limits,
    session: Session,
    this: dict[str, Any],
) -> Supervisor:
    """The workers of ``this`` machine, whose software must be that of the plan."""
    chosen = [learners()[learner.name] for learner in plan.learners]
    changed = changed_software(plan.software, software(chosen))
    changed += changed_adapters(plan, {learner.name: learner.version for learner in chosen})
    if changed:
        raise FrostgridError(
            f"{directory} was begun with other software: {'; '.join(changed)}",
            hint="install those versions, or start a new run",
        )
    missing = _unable(plan)
    record = session.recorder(environment(), this)
    return Supervisor(
        runnable(found, missing, record),
        workers,
        limits,
        directory,
        record,
        predictions=directory / FOLDER if plan.keep_predictions else None,
    )


def _unable(plan: Plan) -> dict[str, str]:
    """Why learners of ``plan`` cannot run here, by name."""
    reasons = {}
    for name in {learner.name for learner in plan.learners}:
        if name not in learners():
            reasons[name] = "this frostgrid has no such learner"
        elif not (state := availability(learners()[name])).available:
            reasons[name] = state.reason
    return reasons


@contextmanager
def _stopped_by_signals(executor: Supervisor | Cluster) -> Iterator[None]:
    def stop(_number: int, _frame: FrameType | None) -> None:
        executor.stop()

    numbers = [signal.SIGINT, signal.SIGTERM]
    if signal.getsignal(signal.SIGHUP) is not signal.SIG_IGN:  # as under nohup
        numbers.append(signal.SIGHUP)  # the terminal was closed
    old = {number: signal.signal(number, stop) for number in numbers}
    try:
        yield
    finally:
        for number, handler in old.items():
            signal.signal(number, handler)

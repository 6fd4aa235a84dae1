"""A run directory: start it, go on with it, and say how far it is."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from typing import Any

from frostgrid.base.errors import FrostgridError
from runners.availability import availability
from runners.batches import Batch, batches
from runners.calibration import Calibration, calibrating, known
from runners.cluster.client import Cluster
from runners.cost.cells import cells
from runners.cost.learning import Learning
from runners.directory import PLAN, RESULTS
from runners.engine.supervisor import Finished, Supervisor
from runners.environment import environment, machine
from runners.evaluation import FAILURES, Evaluation, Status
from runners.experiments.grid import grids_of
from runners.free_space import blames_the_disk, require_space
from runners.local_disk import require_local
from runners.lock import NAME as LOCK
from runners.lock import writing
from runners.plan import (
    Limits,
    Plan,
    changed_adapters,
    changed_software,
    differences,
    read_plan,
    write_plan,
)
from runners.registry import learners
from runners.schedule import Order, bands, ending_together, sized
from runners.software import software
from runners.store.predictions import FOLDER
from runners.store.row import Record
from runners.store.store import Store

_CLUSTER = 32  # workers that the last stretch of a run is laid out for, where nobody knows

Where = int | str
"""So many processes on this machine, or the Dask cluster whose scheduler has this address."""

Progress = Callable[[Sequence[tuple[str, Status]]], None]
"""Called with learner and status of evaluations that have just been stored."""


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
    found = differences(stored, plan)
    if limits != stored_limits:
        found.append(f"limits: {stored_limits} stored, {limits} asked")
    if found:
        raise FrostgridError(
            f"{directory} holds another run: {'; '.join(found)}",
            hint=f"choose another --out, or go on with 'frostgrid resume {directory}'",
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
    retry: frozenset[Status] = frozenset(),
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
        Told of stored evaluations.
    retry
        Run evaluations with these statuses again.
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
        try:
            learning = Learning(plan, grids, limits.seconds, store)
            session = _Session(directory, store, progress, learning)
            band = (
                bands(order, cells(plan, grids, learning.costs(), store), learning.costs())
                if order is not Order.BALANCED
                else lambda _: 0
            )
            found = _spacious(directory, batches(plan, grids, store, retry, band))
            to_do = sized(found, learning.costs)
            executor = (
                Cluster(
                    where,
                    ending_together(to_do, _CLUSTER),
                    plan,
                    limits,
                    directory,
                    session.recorder,
                    notice,
                )
                if isinstance(where, str)
                else _here(directory, plan, ending_together(to_do, where), where, limits, session)
            )
            beside = nullcontext() if isinstance(where, str) else calibrating(machine())
            with _stopped_by_signals(executor), beside:
                executor.run()
            if isinstance(where, int):
                session.calibrated(machine(), known(machine()))
        finally:
            store.close()
    return Outcome(executor.stopping, session.stored)


def _here(
    directory: Path,
    plan: Plan,
    found: Iterator[Batch],
    workers: int,
    limits: Limits,
    session: _Session,
) -> Supervisor:
    """The workers of this machine, whose software must be that of the plan."""
    chosen = [learners()[learner.name] for learner in plan.learners]
    changed = changed_software(plan.software, software(chosen))
    changed += changed_adapters(plan, {learner.name: learner.version for learner in chosen})
    if changed:
        raise FrostgridError(
            f"{directory} was begun with other software: {'; '.join(changed)}",
            hint="install those versions, or start a new run",
        )
    missing = {
        learner.name: state.reason
        for learner in chosen
        if not (state := availability(learner)).available
    }
    record = session.recorder(environment(), machine())
    return Supervisor(
        _runnable(found, missing, record),
        workers,
        limits,
        directory,
        record,
        predictions=directory / FOLDER if plan.keep_predictions else None,
    )


class _Session:
    """One stretch of work."""

    def __init__(
        self, directory: Path, store: Store, progress: Progress, learning: Learning
    ) -> None:
        self._directory = directory
        self._store = store
        self._learning = learning
        self._progress = progress
        self.stored = 0

    def calibrated(self, machine: Mapping[str, Any], found: Calibration | None) -> None:
        """Note what is known of the speed of ``machine``."""
        if found is not None:
            with self._store.transaction():
                self._store.calibration(self._store.machine(machine), found)

    def recorder(
        self,
        environment: Mapping[str, Any],
        machine: Mapping[str, Any],
        found: Calibration | None = None,
    ) -> Callable[[Sequence[Finished]], None]:
        """What stores evaluations that were made with this software on this machine."""
        self.calibrated(machine, found)
        with self._store.transaction():
            facts = self._store.environment(environment), self._store.machine(machine)

        def record(finished: Sequence[Finished]) -> None:
            self._blame_no_learner_for_the_disk(finished)
            self._store.record(
                Record(
                    f.evaluation, f.batch.number, f.item.number, *facts, f.worker, f.item.attempt
                )
                for f in finished
            )
            self.stored += len(finished)
            self._learning.stored(len(finished))
            self._progress([(f.batch.task.learner, f.evaluation.status) for f in finished])

        return record

    def _blame_no_learner_for_the_disk(self, finished: Sequence[Finished]) -> None:
        failed = [f.evaluation for f in finished if f.evaluation.status in FAILURES]
        if not failed:
            return
        require_space(self._directory)
        for evaluation in failed:
            if blames_the_disk(evaluation.reason):
                raise FrostgridError(
                    f"{self._directory}: {evaluation.reason}",
                    hint="free some space and resume; what was stored is safe",
                )


def _spacious(directory: Path, found: Iterator[Batch]) -> Iterator[Batch]:
    """Batches as long as the disk has room for their rows."""
    for batch in found:
        require_space(directory)
        yield batch


def _runnable(
    found: Iterator[Batch], missing: Mapping[str, str], record: Callable[[Sequence[Finished]], None]
) -> Iterator[Batch]:
    """Batches whose learner is here; the others get their rows at once."""
    for batch in found:
        if (reason := missing.get(batch.task.learner)) is None:
            yield batch
        else:
            record(
                [
                    Finished(
                        Evaluation(item.key, Status.UNAVAILABLE, reason), batch, item, worker=-1
                    )
                    for item in batch.items
                ]
            )


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

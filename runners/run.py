"""A run directory: start it, go on with it, and say how far it is."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import FrameType

from frostgrid.base.errors import FrostgridError
from runners.availability import availability
from runners.batches import Batch, batches
from runners.directory import PLAN, RESULTS
from runners.engine.supervisor import Finished, Supervisor
from runners.environment import environment, machine
from runners.evaluation import FAILURES, Evaluation, Status
from runners.experiments.grid import grids_of
from runners.free_space import blames_the_disk, require_space
from runners.local_disk import require_local
from runners.lock import NAME as LOCK
from runners.lock import writing
from runners.plan import Limits, Plan, changed_software, differences, read_plan, write_plan
from runners.registry import learners
from runners.software import software
from runners.store.predictions import FOLDER
from runners.store.store import Record, Store

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
    workers: int,
    progress: Progress,
    retry: frozenset[Status] = frozenset(),
    limits: Limits | None = None,
) -> Outcome:
    """Run what the plan in ``directory`` still lacks; SIGINT, SIGTERM, SIGHUP stop it in order.

    Parameters
    ----------
    directory
        Made by ``create``.
    workers
        Number of processes.
    progress
        Told of stored evaluations.
    retry
        Run evaluations with these statuses again.
    limits
        In place of the plan's, for a retry.

    Raises
    ------
    FrostgridError
        Another process writes the run; grids, data or software are not what was planned; workers
        cannot start; the disk is full. All rows stored before stay.
    """
    plan, planned_limits = read_plan(directory / PLAN)
    grids = grids_of(plan)
    chosen = [learners()[learner.name] for learner in plan.learners]
    changed = changed_software(plan.software, software(chosen))
    changed += [
        f"adapter of {planned.name}: version {planned.adapter} stored, {learner.version} here"
        for planned, learner in zip(plan.learners, chosen, strict=True)
        if planned.adapter != learner.version
    ]
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
    with writing(directory):
        store = Store(directory / RESULTS, write=True)
        try:
            session = _Session(directory, store, missing, progress)
            supervisor = Supervisor(
                session.runnable(batches(plan, grids, store, retry)),
                workers,
                limits or planned_limits,
                directory,
                session.record,
                predictions=directory / FOLDER if plan.keep_predictions else None,
            )
            with _stopped_by_signals(supervisor):
                supervisor.run()
        finally:
            store.close()
    return Outcome(supervisor.stopping, session.stored)


class _Session:
    """One stretch of work on one machine."""

    def __init__(
        self, directory: Path, store: Store, missing: dict[str, str], progress: Progress
    ) -> None:
        self._directory = directory
        self._store = store
        self._missing = missing
        self._progress = progress
        with store.transaction():
            self._environment = store.environment(environment())
            self._machine = store.machine(machine())
        self.stored = 0

    def record(self, finished: Sequence[Finished]) -> None:
        failed = [f.evaluation for f in finished if f.evaluation.status in FAILURES]
        if failed:  # on a full disk that says nothing of the learner
            require_space(self._directory)
            for evaluation in failed:
                if blames_the_disk(evaluation.reason):
                    raise FrostgridError(
                        f"{self._directory}: {evaluation.reason}",
                        hint="free some space and resume; what was stored is safe",
                    )
        self._store.record(
            Record(
                evaluation=f.evaluation,
                task=f.batch.number,
                config=f.item.number,
                environment=self._environment,
                machine=self._machine,
                worker=f.worker,
                attempt=f.item.attempt,
            )
            for f in finished
        )
        self.stored += len(finished)
        self._progress([(f.batch.task.learner, f.evaluation.status) for f in finished])

    def runnable(self, found: Iterator[Batch]) -> Iterator[Batch]:
        """Batches whose learner is here; the others get their rows at once."""
        for batch in found:
            require_space(self._directory)
            reason = self._missing.get(batch.task.learner)
            if reason is None:
                yield batch
                continue
            self.record(
                [
                    Finished(
                        Evaluation(item.key, Status.UNAVAILABLE, reason), batch, item, worker=-1
                    )
                    for item in batch.items
                ]
            )


@contextmanager
def _stopped_by_signals(supervisor: Supervisor) -> Iterator[None]:
    def stop(_number: int, _frame: FrameType | None) -> None:
        supervisor.stop()

    numbers = [signal.SIGINT, signal.SIGTERM]
    if signal.getsignal(signal.SIGHUP) is not signal.SIG_IGN:  # as under nohup
        numbers.append(signal.SIGHUP)  # the terminal was closed
    old = {number: signal.signal(number, stop) for number in numbers}
    try:
        yield
    finally:
        for number, handler in old.items():
            signal.signal(number, handler)

"""What one stretch of work on a run stores, and which batches it is given."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from frostgrid.base.command import command
from frostgrid.base.errors import FrostgridError
from runners.batches import Batch
from runners.calibration import Calibration
from runners.cost.learning import Learning
from runners.engine.supervisor import Finished
from runners.evaluation import FAILURES, Evaluation, Status
from runners.free_space import blames_the_disk, require_space
from runners.store.row import Record
from runners.store.store import Store

Progress = Callable[[int, int], None]
"""Called with how many evaluations have just been stored, and how many more of the run's have
failed now: fewer where a retry has mended some."""

Recorder = Callable[[Sequence[Finished]], None]
"""Stores evaluations that came to an end; on return they are on the disk."""


class Session:
    """One stretch of work.

    Parameters
    ----------
    directory, store
        The run, and its store opened to be written.
    progress
        See ``Progress``.
    learning
        Learns from them what evaluations cost.

    Attributes
    ----------
    stored
        Rows it has stored.
    """

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
    ) -> Recorder:
        """What stores evaluations that were made with this software on this machine."""
        self.calibrated(machine, found)
        with self._store.transaction():
            facts = self._store.environment(environment), self._store.machine(machine)

        def record(finished: Sequence[Finished]) -> None:
            self._blame_no_learner_for_the_disk(finished)
            failed = _failed(f.evaluation.status for f in finished) - self._failed_before(finished)
            self._store.record(
                Record(
                    f.evaluation, f.batch.number, f.item.number, *facts, f.worker, f.item.attempt
                )
                for f in finished
            )
            self.stored += len(finished)
            self._learning.stored(len(finished))
            self._progress(len(finished), failed)

        return record

    def _failed_before(self, finished: Sequence[Finished]) -> int:
        """How many of the rows that are about to be replaced are failures."""
        return sum(
            _failed(
                status for status, _ in self._store.done(f.batch.number, [f.item.number]).values()
            )
            for f in finished
            if f.item.attempt > 1  # else it has no row
        )

    def _blame_no_learner_for_the_disk(self, finished: Sequence[Finished]) -> None:
        failed = [f.evaluation for f in finished if f.evaluation.status in FAILURES]
        if not failed:
            return
        require_space(self._directory)
        for evaluation in failed:
            if blames_the_disk(evaluation.reason):
                raise FrostgridError(
                    f"{self._directory}: {evaluation.reason}",
                    hint="what was stored is safe; free some space, then: "
                    f"{command('resume', self._directory)}",
                )


def _failed(statuses: Iterable[Status]) -> int:
    return sum(status in FAILURES for status in statuses)


def spacious(directory: Path, found: Iterator[Batch]) -> Iterator[Batch]:
    """Batches as long as the disk has room for their rows."""
    for batch in found:
        require_space(directory)
        yield batch


def runnable(
    found: Iterator[Batch], missing: Mapping[str, str], record: Recorder
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

"""Keeps workers busy, within limits, and alive; the only place that kills."""

from __future__ import annotations

import selectors
import shutil
import signal
from collections import Counter, deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from time import monotonic
from typing import Any

from frostgrid.base.errors import FrostgridError
from runners.batches import Batch, Item
from runners.engine.handle import Handle
from runners.engine.process import end_strays, kernel_kills
from runners.engine.wire import from_json
from runners.evaluation import Evaluation, Status
from runners.exceeded import longer_than, more_than
from runners.plan import Limits

_TICK = 0.05
_TRIES = 2
# No learner brings these deaths about by itself: somebody else did, and may do so again.
_KILLED = frozenset({-signal.SIGKILL, -signal.SIGTERM})
_TRIES_KILLED = 20
_GRACE = 2.0  # seconds that fits in flight get after Ctrl-C; all is to be over within five
_STARTS = 3  # workers in a row that may die before they are ready
_START_SECONDS = 120.0
# Preparing a batch may take this long beyond the limit: a package, or R, may have to be loaded.
_PREPARE_SECONDS = 60.0


@dataclass(frozen=True, slots=True)
class Finished:
    """An evaluation that came to an end, and where."""

    evaluation: Evaluation
    batch: Batch
    item: Item
    worker: int


class Supervisor:
    """Runs batches on worker processes.

    Parameters
    ----------
    batches
        What to run, taken as workers come free.
    workers
        Number of processes.
    limits
        Of one evaluation.
    directory
        Existing folder; the workers' output goes into ``logs/``, their files into ``tmp/``.
    record
        Called with evaluations that finished; on return they must be safe.
    modules
        Imported by workers first.
    predictions
        Folder that workers keep predictions in; None to keep none.
    stay
        Whether workers wait for ``add`` where nothing is left to do.
    """

    def __init__(
        self,
        batches: Iterator[Batch],
        workers: int,
        limits: Limits,
        directory: Path,
        record: Callable[[Sequence[Finished]], None],
        modules: Sequence[str] = (),
        predictions: Path | None = None,
        *,
        stay: bool = False,
    ) -> None:
        self._batches = batches
        self._again: deque[Batch] = deque()
        self._size = workers
        self._limits = limits
        self._directory = directory
        self._record = record
        self._modules = modules
        self._predictions = predictions
        self._stay = stay
        self._handles: dict[int, Handle] = {}
        self._selector = selectors.DefaultSelector()
        self._next_number = 0
        self._failed_starts = 0
        # A worker may die for reasons outside the evaluation (a stray kill, a machine short of
        # memory), so ``crash`` is said only when more workers die of the same one.
        self._tries: Counter[str] = Counter()
        self._kernel_kills = kernel_kills()
        self._finished: list[Finished] = []
        self._next_look = 0.0
        self.stopping = False
        self._stop_by = float("inf")

    def stop(self) -> None:
        """Hand out no more; kill what does not finish within seconds."""
        if not self.stopping:
            self.stopping = True
            self._stop_by = monotonic() + _GRACE

    def run(self) -> None:
        """Return when everything has run, or after ``stop``; no worker is left in either case.

        Raises
        ------
        FrostgridError
            Data is not what was planned, or workers cannot start.
        """
        scratch = self._directory / "tmp"  # of a session that was killed, perhaps with its guards
        end_strays(scratch)
        shutil.rmtree(scratch, ignore_errors=True)
        try:
            while self.step():
                pass
        finally:
            self.close()

    def add(self, batch: Batch) -> None:
        """Run ``batch`` as well."""
        self._again.append(batch)

    def close(self) -> None:
        """End all workers; what has finished is recorded."""
        for handle in self._handles.values():
            handle.dismiss()
        for handle in list(self._handles.values()):
            self._end(handle)
        self._selector.close()
        self._flush()

    def step(self) -> bool:
        """Hand out, listen for a moment, enforce limits and record; False if no worker is left."""
        self._fill()
        if not self._handles:
            return False
        for ready, _ in self._selector.select(_TICK):
            handle: Handle = ready.data
            handle.flush()
            for what, value in handle.messages():
                self._hear(handle, what, value)
        self._enforce()
        self._flush()
        return True

    def _fill(self) -> None:
        """Start workers, and keep each one a little ahead of what it does."""
        if self.stopping:
            for handle in list(self._handles.values()):
                if handle.current is None or monotonic() > self._stop_by:
                    self._end(handle)
            return
        for handle in list(self._handles.values()):
            if handle.ready:
                self._give(handle)
                if not handle.batches and not self._stay:
                    self._end(handle)  # nothing is left that it could do
        # No more workers than batches wait for one.
        waiting = sum(not handle.ready for handle in self._handles.values())
        while len(self._handles) < self._size and self._at_hand(waiting + 1):
            self._start()
            waiting += 1

    def _give(self, handle: Handle) -> None:
        # One batch and the beginning of the next: no pause between, and at the end of a run no
        # worker sits on work that another could do.
        while (len(handle.batches) < 2 and handle.outstanding < 2) and (batch := self._take()):
            if not handle.batches:
                handle.since = monotonic()
            handle.give(batch)

    def _at_hand(self, count: int) -> bool:
        """Whether ``count`` batches are left; looked up, they wait in the queue."""
        while len(self._again) < count and (batch := next(self._batches, None)):
            self._again.append(batch)
        return len(self._again) >= count

    def _take(self) -> Batch | None:
        return self._again.popleft() if self._again else next(self._batches, None)

    def _start(self) -> None:
        handle = Handle(
            self._next_number,
            self._limits.memory,
            self._directory,
            self._modules,
            self._predictions,
        )
        self._next_number += 1
        self._handles[handle.number] = handle
        self._selector.register(handle.link, selectors.EVENT_READ, handle)

    def _hear(self, handle: Handle, what: str, value: Any) -> None:  # noqa: ANN401 - any JSON
        match what:
            case "hello":
                handle.ready, handle.since, self._failed_starts = True, None, 0
            case "loading":
                handle.current, handle.since = None, monotonic()
            case "start":
                handle.current, handle.since = value, monotonic()
            case "result":
                handle.current, handle.since, handle.used = None, monotonic(), True
                self._finish(handle, from_json(value))
            case "done":
                handle.batches.popleft()
                handle.since = monotonic() if handle.batches else None
            case "fatal":
                raise FrostgridError(value)
            case "over":
                handle.over = True
            case "gone":
                self._died(handle)

    def _finish(self, handle: Handle, evaluation: Evaluation) -> None:
        batch, item = handle.finish(evaluation.key)
        self._finished.append(Finished(evaluation, batch, item, handle.number))

    def _flush(self) -> None:
        if self._finished:
            finished, self._finished = self._finished, []
            self._record(finished)

    def _enforce(self) -> None:
        now = monotonic()
        if now < self._next_look:
            return
        self._next_look = now + _TICK
        for handle in list(self._handles.values()):
            if handle.process.poll() is not None:
                # Its socket may still be open in a child, so that no end of file ever comes.
                for what, value in handle.messages():
                    self._hear(handle, what, value)
                if handle.number in self._handles:
                    self._died(handle)
                continue
            if handle.since is None:
                continue
            limit = self._limits.seconds if handle.ready else _START_SECONDS
            spare = _PREPARE_SECONDS if handle.current is None else 0.0
            if now - handle.since > limit + spare:
                self._overdue(handle, limit)

    def _overdue(self, handle: Handle, limit: float) -> None:
        if not handle.ready:
            self._died(handle)
            return
        self._blame(handle, Status.TIMEOUT, longer_than(limit))
        self._end(handle)

    def _blame(self, handle: Handle, status: Status, reason: str) -> None:
        """Record ``status`` for the evaluation that runs, or for a batch that cannot be loaded."""
        if handle.current is not None:
            self._finish(handle, Evaluation(handle.current, status, reason))
        elif handle.batches:
            for item in handle.batches[0].items:
                evaluation = Evaluation(item.key, status, f"{reason}, while its data was prepared")
                self._finish(handle, evaluation)

    def _died(self, handle: Handle) -> None:
        """A worker ended by itself, which exit code 0 does not excuse, or by its guard."""
        code = self._reap(handle)
        words = handle.last_words()
        if not handle.ready:
            self._failed_starts += 1
            if self._failed_starts >= (_TRIES_KILLED if code in _KILLED else _STARTS):
                why = words.splitlines()[-1] if words else _how(code)
                raise FrostgridError(
                    f"workers cannot start: {self._over if handle.over else why}",
                    hint=f"see {handle.log} and run 'frostgrid doctor'",
                )
        elif handle.batches and handle.batches[0].items:
            self._blame_or_retry(handle, code, words)
        self._return(handle)

    @property
    def _over(self) -> str:
        return more_than(self._limits.memory)

    def _blame_or_retry(self, handle: Handle, code: int, words: str) -> None:
        if handle.over:
            # What a worker did before stays in its memory in part; a fresh one proves the need.
            if not (handle.used and self._retry(handle, _TRIES)):
                self._blame(handle, Status.MEMORY, self._over)
            return
        starved = code == -signal.SIGKILL and self._kernel_killed()
        if self._retry(handle, _TRIES_KILLED if code in _KILLED and not starved else _TRIES):
            return
        if starved:
            self._blame(handle, Status.MEMORY, "the kernel killed it for want of memory")
        elif code == -signal.SIGABRT and "bad_alloc" in words:
            self._blame(handle, Status.MEMORY, "C++ could not get memory and aborted")
        else:
            self._blame(handle, Status.CRASH, f"the worker died: {_how(code)}")

    def _kernel_killed(self) -> bool:
        """Whether the kernel has killed for want of memory since the last question."""
        before, self._kernel_kills = self._kernel_kills, kernel_kills()
        return self._kernel_kills > before

    def _retry(self, handle: Handle, tries: int) -> bool:
        """Put what the worker is doing into the queue again, if it had fewer than ``tries``."""
        batch = handle.batches[0]
        blamed = [i for i in batch.items if handle.current in (None, i.key)]
        self._tries.update(item.key for item in blamed)
        if max(self._tries[item.key] for item in blamed) >= tries:
            return False
        again = tuple(replace(item, attempt=item.attempt + 1) for item in blamed)
        rest = tuple(item for item in batch.items if item not in blamed)
        handle.batches[0] = replace(batch, items=rest)
        self._again.append(replace(batch, items=again))
        return True

    def _end(self, handle: Handle) -> None:
        self._reap(handle)
        self._return(handle)

    def _reap(self, handle: Handle) -> int:
        del self._handles[handle.number]
        self._selector.unregister(handle.link)
        return handle.kill()

    def _return(self, handle: Handle) -> None:
        """Put what the worker did not do back to the front of the queue."""
        self._again.extendleft(batch for batch in reversed(handle.batches) if batch.items)


def _how(code: int) -> str:
    if code >= 0:
        return f"it left with exit code {code}"
    return f"killed by {signal.Signals(-code).name}"

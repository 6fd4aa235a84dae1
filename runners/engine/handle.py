"""One worker as the supervisor sees it."""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import asdict, replace
from pathlib import Path
from time import monotonic
from typing import Any

from runners.batches import Batch, Item
from runners.engine.process import THREAD_CAPS, descendants, memory

_LOG_LIMIT = 5 << 20


class Handle:
    """A worker process, the batches it holds, and what it is doing.

    Attributes
    ----------
    number
        Of the worker; its log is ``logs/worker-<number>.log``.
    batches
        Handed out and not done, the current one first; each with its outstanding items.
    current
        Key of the evaluation that runs; None between evaluations.
    since
        Monotonic time at which the worker began what it does; None while it waits.
    ready, used
        Whether it has said hello, and whether it has finished an evaluation.
    """

    def __init__(
        self,
        number: int,
        memory_limit: int,
        directory: Path,
        modules: Sequence[str],
        predictions: Path | None,
    ) -> None:
        self.number = number
        self.batches: deque[Batch] = deque()
        self.current: str | None = None
        self.since: float | None = monotonic()
        self.ready = False
        self.used = False
        self.log = directory / "logs" / f"worker-{number}.log"
        # Workers end by SIGKILL, after which R would leave its folder in /tmp for ever; and some
        # packages write into the folder they are started in.
        self._scratch = (directory / "tmp" / f"worker-{number}").absolute()
        for folder in (self.log.parent, self._scratch):
            folder.mkdir(parents=True, exist_ok=True)
        self.link, theirs = socket.socketpair()
        self.link.setblocking(False)
        self._incoming = b""
        self._outgoing = b""
        settings = {
            "parent": os.getpid(),
            "socket": theirs.fileno(),
            "memory": memory_limit,
            "modules": list(modules),
            "predictions": str(predictions.absolute()) if predictions else None,
        }
        with theirs, self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "runners.engine.worker", json.dumps(settings)],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                cwd=self._scratch,
                env=os.environ | THREAD_CAPS | {"TMPDIR": str(self._scratch)},
                pass_fds=[theirs.fileno()],
                start_new_session=True,  # its process group is what a kill reaches
            )

    def give(self, batch: Batch) -> None:
        """Hand out ``batch``; never blocks, whatever the worker does."""
        self.batches.append(batch)
        message = {
            "number": batch.number,
            "task": asdict(batch.task),
            "reference": dict(batch.reference),
            "items": [{"key": item.key, "config": dict(item.config)} for item in batch.items],
        }
        self._outgoing += json.dumps(message, allow_nan=False).encode() + b"\n"
        self.flush()

    def flush(self) -> None:
        """Send what the socket takes."""
        with suppress(BlockingIOError, BrokenPipeError, ConnectionResetError):
            while self._outgoing:
                self._outgoing = self._outgoing[self.link.send(self._outgoing) :]

    def messages(self) -> Iterator[tuple[str, Any]]:
        """What the worker has said; ends with ``("gone", None)`` once it has hung up."""
        gone = False
        with suppress(BlockingIOError):
            try:
                while chunk := self.link.recv(1 << 16):
                    self._incoming += chunk
                gone = True
            except ConnectionResetError:
                gone = True
        *lines, self._incoming = self._incoming.split(b"\n")
        for line in lines:
            try:
                what, value = json.loads(line)
            except ValueError:  # a learner wrote where only the worker may: it is to be replaced
                gone = True
                break
            yield what, value
        if gone:
            yield "gone", None

    def finish(self, key: str) -> tuple[Batch, Item]:
        """Take the evaluation ``key`` out of the current batch."""
        batch = self.batches[0]
        item = next(item for item in batch.items if item.key == key)
        self.batches[0] = replace(batch, items=tuple(i for i in batch.items if i is not item))
        return batch, item

    @property
    def outstanding(self) -> int:
        """Evaluations handed out and not finished."""
        return sum(len(batch.items) for batch in self.batches)

    def resident(self) -> int:
        """Resident bytes of the worker and all its descendants."""
        family = [self.process.pid, *descendants(self.process.pid)]
        return sum(memory(pid)[1] for pid in family)

    def trim_log(self) -> None:
        """Keep a learner's chatter from filling the disk (the file is open for appending)."""
        with suppress(FileNotFoundError):  # somebody tidied up
            if self.log.stat().st_size > _LOG_LIMIT:
                os.truncate(self.log, 0)

    def last_words(self, size: int = 2000) -> str:
        """End of the worker's log."""
        if not self.log.exists():
            return ""
        return self.log.read_bytes()[-size:].decode(errors="replace").strip()

    def await_end(self) -> None:
        """Let a worker that has hung up say its last words and leave; it gets a second."""
        with suppress(subprocess.TimeoutExpired):
            self.process.wait(1.0)

    def kill(self) -> int:
        """End the worker with everything it started; returns its exit code."""
        # Children that left the process group are found while their parent still lives.
        strays = descendants(self.process.pid)
        with suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        for stray in strays:
            with suppress(ProcessLookupError):
                os.kill(stray, signal.SIGKILL)
        self.link.close()
        code = self.process.wait()
        shutil.rmtree(self._scratch, ignore_errors=True)
        return code

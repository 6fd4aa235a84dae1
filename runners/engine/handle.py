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
from runners.engine.process import THREAD_CAPS, end_strays

_PATIENCE = 5.0  # seconds that a guard gets to clear up


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
    ready, used, over
        Whether it has said hello, has finished an evaluation, and held more memory than it may.
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
        self.over = False
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
                [sys.executable, "-m", "runners.engine.guard", json.dumps(settings)],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                cwd=self._scratch,
                env=os.environ | THREAD_CAPS | {"TMPDIR": str(self._scratch)},
                pass_fds=[theirs.fileno()],
                start_new_session=True,  # Ctrl-C on a terminal is for the supervisor alone
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
        for line in filter(None, lines):
            try:
                what, value = json.loads(line)
            except ValueError:  # cut short, or a learner wrote here: the worker is to be replaced
                gone = True
            else:
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

    def last_words(self, size: int = 2000) -> str:
        """End of the worker's log."""
        if not self.log.exists():
            return ""
        return self.log.read_bytes()[-size:].decode(errors="replace").strip()

    def dismiss(self) -> None:
        """Ask the guard to end the worker with everything it started; ``kill`` waits for that."""
        self.process.terminate()

    def kill(self) -> int:
        """End the worker with everything it started; returns its exit code."""
        self.dismiss()
        try:
            code = self.process.wait(_PATIENCE)
        except subprocess.TimeoutExpired:  # the guard itself was stopped, or cannot kill
            self.process.kill()
            code = self.process.wait()
        if code == -signal.SIGKILL:  # perhaps it was the guard that was killed
            end_strays(self._scratch)
        self.link.close()
        shutil.rmtree(self._scratch, ignore_errors=True)
        return code

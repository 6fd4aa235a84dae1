"""Inside a Dask worker: the engine's own worker processes, kept from batch to batch."""

from __future__ import annotations

import shutil
from concurrent.futures import Future
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue
from tempfile import mkdtemp
from threading import Lock, Thread
from typing import Any

from frostgrid.base.errors import FrostgridError
from runners.batches import Batch
from runners.cluster.message import Answer, Job
from runners.engine.supervisor import Finished, Supervisor
from runners.plan import Limits
from runners.store.predictions import FOLDER, files


@dataclass(frozen=True, slots=True)
class Settings:
    """What a sandbox was made for."""

    limits: Limits
    keep_predictions: bool


class Sandbox:
    """One worker process of the engine, under its own supervisor.

    The supervisor lives in a thread of its own, because the kernel kills a worker together with
    the thread that started it, and Dask's threads come and go.

    Parameters
    ----------
    settings
        Limits, and whether predictions are kept.
    parent
        Existing folder for its files.
    """

    def __init__(self, settings: Settings, parent: Path) -> None:
        self.settings = settings
        self.session = ""
        self.stopped = False
        self._folder = Path(mkdtemp(prefix="frostgrid-", dir=parent))
        self._predictions = self._folder / FOLDER
        self._finished: list[Finished] = []
        self._supervisor = Supervisor(
            iter(()),
            1,
            settings.limits,
            self._folder,
            self._finished.extend,
            predictions=self._predictions if settings.keep_predictions else None,
            stay=True,
        )
        self._jobs: SimpleQueue[tuple[Batch, Future[Answer]] | None] = SimpleQueue()
        Thread(target=self._serve, name="frostgrid sandbox", daemon=True).start()

    def run(self, batch: Batch) -> Answer:
        """Run ``batch`` in the worker process; called from any thread."""
        answer: Future[Answer] = Future()
        self._jobs.put((batch, answer))
        return answer.result()

    def stop(self) -> None:
        """Have ``run`` return within seconds with what has finished, for the last time."""
        self.stopped = True
        self._supervisor.stop()

    def close(self) -> None:
        """End the worker process and remove its files, once ``run`` has returned."""
        self._jobs.put(None)

    def _serve(self) -> None:
        while job := self._jobs.get():
            batch, answer = job
            try:
                answer.set_result(self._answer(batch))
            except BaseException as error:  # noqa: BLE001 - it belongs to the thread that waits
                answer.set_exception(error)
        self._supervisor.close()
        shutil.rmtree(self._folder, ignore_errors=True)

    def _answer(self, batch: Batch) -> Answer:
        self._finished.clear()
        self._supervisor.add(batch)
        while len(self._finished) < len(batch.items) and self._supervisor.step():
            continue
        return Answer(tuple(self._finished), self._kept())

    def _kept(self) -> dict[str, bytes]:
        found = {}
        for path in files(self._predictions):
            found[path.name] = path.read_bytes()
            path.unlink()
        return found


class Pool:
    """The sandboxes of this process: at most as many as batches run at once."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._idle: list[Sandbox] = []
        self._busy: list[Sandbox] = []
        self._stopped: set[str] = set()

    def run(self, job: Job, folder: Path) -> Answer:
        """Run a batch; nothing of it if its session has been stopped."""
        sandbox = self._take(job, folder)
        if sandbox is None:
            return Answer(())
        usable = False
        try:
            answer = sandbox.run(job.batch)
            usable = not sandbox.stopped
        except FrostgridError as error:
            return Answer((), problem=str(error))
        finally:
            with self._lock:
                self._busy.remove(sandbox)
                if usable:
                    self._idle.append(sandbox)
                else:
                    sandbox.close()
        return answer

    def stop(self, session: str) -> None:
        """End what runs for ``session``, refuse what comes late, and free what is idle."""
        with self._lock:
            self._stopped.add(session)
            for sandbox in self._busy:
                if sandbox.session == session:
                    sandbox.stop()
            idle, self._idle = self._idle, []
        for sandbox in idle:
            sandbox.close()

    def _take(self, job: Job, folder: Path) -> Sandbox | None:
        settings = Settings(job.limits, job.keep_predictions)
        with self._lock:
            if job.session in self._stopped:
                return None
            fitting = [sandbox for sandbox in self._idle if sandbox.settings == settings]
            if fitting:
                sandbox = fitting[-1]
                self._idle.remove(sandbox)
            else:
                if self._idle:  # of a client that has gone, or that has other limits
                    self._idle.pop(0).close()
                sandbox = Sandbox(settings, folder)
            sandbox.session = job.session
            self._busy.append(sandbox)
        return sandbox


_POOL = Pool()


def evaluate(text: str) -> dict[str, Any]:
    """Run the ``Job`` in ``text`` and return an ``Answer``; what the client submits to Dask."""
    from distributed import get_worker

    return _POOL.run(Job.load(text), Path(get_worker().local_directory)).dump()


async def stop(session: str) -> None:
    """Stop a session on this Dask worker; a coroutine, since Dask waits for anything else."""
    _POOL.stop(session)

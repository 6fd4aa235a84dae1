"""A real Dask scheduler and real workers on the loopback interface."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psutil


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
    return port


class Loopback:
    """Processes that ``start`` starts and ``close`` ends, each by its own id."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._port = free_port()
        self.address = f"tcp://127.0.0.1:{self._port}"
        self._processes: list[subprocess.Popen[bytes]] = []

        self.start_scheduler()

    def start_scheduler(self) -> None:
        arguments = ("scheduler", "--host", "127.0.0.1", "--port", str(self._port))
        self.scheduler = self._start(*arguments)

    def worker(self, **environment: str) -> subprocess.Popen[bytes]:
        return self._start(
            "worker",
            self.address,
            *("--nthreads", "1", "--no-nanny", "--memory-limit", "0", "--host", "127.0.0.1"),
            *("--local-directory", str(self._folder)),
            **environment,
        )

    def _start(self, *arguments: str, **environment: str) -> subprocess.Popen[bytes]:
        log = self._folder / f"{arguments[0]}-{len(self._processes)}.log"
        with log.open("wb") as file:
            process = subprocess.Popen(
                [sys.executable, "-m", "dask", *arguments, "--no-dashboard"],
                stdout=file,
                stderr=file,
                env=os.environ | environment,
            )
        self._processes.append(process)
        return process

    def close(self) -> None:
        for process in reversed(self._processes):
            if process.poll() is None:
                process.send_signal(signal.SIGKILL)
            process.wait()


@contextmanager
def loopback(folder: Path) -> Iterator[Loopback]:
    """A scheduler that waits for workers."""
    found = Loopback(folder)
    try:
        yield found
    finally:
        found.close()


def ends(process: psutil.Process, seconds: float = 10.0) -> bool:
    """Whether ``process`` is gone within ``seconds``; one that nobody buries counts as gone."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        try:
            if process.status() == psutil.STATUS_ZOMBIE:
                return True
        except psutil.NoSuchProcess:
            return True
        time.sleep(0.05)
    return False

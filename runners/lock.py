"""One writing process per run directory."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic, sleep
from typing import TextIO

from frostgrid.base.errors import FrostgridError

NAME = "lock"
_PATIENCE = 1.0


@contextmanager
def writing(directory: Path) -> Iterator[str]:
    """Hold the run directory for the block; yields who held it last and died, or nothing.

    The lock is the kernel's (``flock``): it ends with its process, however that dies, so no stale
    lock can stay behind, and it is closed in children. The text in it is for people.

    Raises
    ------
    FrostgridError
        Another process holds it.
    """
    with (directory / NAME).open("a+") as file:
        if not _taken(file):
            file.seek(0)
            raise FrostgridError(
                f"{directory} is being written by process {file.read().strip() or 'unknown'}",
                hint="wait for it, or stop it with Ctrl-C",
            )
        file.seek(0)
        died = file.read().strip()
        file.truncate(0)
        file.write(f"{os.getpid()} on {os.uname().nodename}\n")
        file.flush()
        try:
            yield died
        finally:
            file.truncate(0)


def _taken(file: TextIO) -> bool:
    """Take the lock; whoever only asks about it holds it for a moment, so try for a second."""
    give_up = monotonic() + _PATIENCE
    while True:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if monotonic() > give_up:
                return False
            sleep(0.02)
        else:
            return True


def is_written(directory: Path) -> bool:
    """Whether a process holds the run directory now."""
    path = directory / NAME
    if not path.exists():
        return False
    with path.open() as file:
        try:
            fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
    return False

"""One writing process per run directory."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from frostgrid.base.errors import FrostgridError

NAME = "lock"


@contextmanager
def writing(directory: Path) -> Iterator[None]:
    """Hold the run directory for the block.

    The lock is the kernel's (``flock``): it ends with its process, however that dies, so no stale
    lock can stay behind, and it is closed in children. The text in it is for people.
    """
    with (directory / NAME).open("a+") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            file.seek(0)
            raise FrostgridError(
                f"{directory} is being written by process {file.read().strip() or 'unknown'}",
                hint="wait for it, or stop it with Ctrl-C",
            ) from None
        file.truncate(0)
        file.write(f"{os.getpid()} on {os.uname().nodename}\n")
        file.flush()
        yield
        file.truncate(0)


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

"""Files that are complete or absent."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def replacing(path: Path) -> Iterator[Path]:
    """Yield a temporary sibling of ``path`` that takes its place when the block succeeds.

    The bytes reach the disk before the name does, so a crash leaves the old file or the new one.
    """
    temporary = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        yield temporary
        put(temporary, path)
    finally:
        temporary.unlink(missing_ok=True)


def put(temporary: Path, path: Path) -> None:
    """Let a finished file in the same folder take the place of ``path``, its bytes first."""
    _sync(temporary)
    temporary.replace(path)
    _sync(path.parent)


def _sync(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)

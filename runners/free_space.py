"""Room on the disk: a run stops before a full disk makes learners fail."""

from __future__ import annotations

import errno
import os
import shutil
from pathlib import Path

from frostgrid.base.command import command
from frostgrid.base.errors import FrostgridError

_LEAST = 16 << 20
"""Bytes: what the workers' logs and the store may grow by between two looks."""

_WORDS = os.strerror(errno.ENOSPC).lower()


def require_space(folder: Path) -> None:
    """Refuse to go on with hardly any room on the disk of ``folder``.

    Raises
    ------
    FrostgridError
        Less than 16 MiB are free.
    """
    free = shutil.disk_usage(folder).free
    if free < _LEAST:
        raise FrostgridError(
            f"{folder}: {free / 1e6:,.0f} MB are left on the disk",
            hint=f"what was stored is safe; free some space, then: {command('resume', folder)}",
        )


def blames_the_disk(reason: str) -> bool:
    """Whether a failure says that the disk was full, which is not the learner's fault."""
    return _WORDS in reason.lower()

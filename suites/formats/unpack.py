"""Packed files of other people: read only where they unpack to a reasonable size."""

from __future__ import annotations

import gzip
from pathlib import Path

from frostgrid.base.errors import FrostgridError

_HARMLESS = 100_000_000
"""Bytes that any file may unpack to."""
_RATIO = 200
"""Times its own size that a larger file may unpack to; tables of zeros and ones reach 100."""


def require_moderate_gzip(path: Path) -> None:
    """Refuse a gzipped file that unpacks to more than 100 MB and 200 times its own size."""
    size = 0
    with gzip.open(path) as file:
        while piece := file.read(1 << 20):
            size += len(piece)
            require_moderate(path, size)


def require_moderate(path: Path, size: int) -> None:
    """Refuse a file that takes ``size`` bytes once unpacked, if that is out of proportion."""
    if size > max(_HARMLESS, _RATIO * path.stat().st_size):
        raise FrostgridError(
            f"{path} unpacks to more than {_RATIO} times its {path.stat().st_size:,} bytes",
            hint="unpack it yourself if it is to be trusted",
        )

"""SHA-256 digests of values, arrays and files, the same on every platform and Python."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

# Made once: every row has a key and checksums, and making it takes longer than most of their texts.
_ENCODER = json.JSONEncoder(
    sort_keys=True, separators=(",", ":"), allow_nan=False, ensure_ascii=False
)

_PIECE = 1 << 17
"""Numbers to copy at a time."""


def canonical(value: Any) -> str:  # noqa: ANN401 - any JSON value
    """Text of a JSON value: sorted keys, no blanks, shortest floats; NaN is refused."""
    return _ENCODER.encode(value)


def digest(value: Any) -> str:  # noqa: ANN401 - any JSON value
    """SHA-256 of a JSON value, 64 hexadecimal digits."""
    return hashlib.sha256(canonical(value).encode()).hexdigest()


def digest_arrays(*arrays: NDArray[Any]) -> str:
    """SHA-256 of dtypes, shapes and values (row-major, little-endian; every NaN counts alike).

    Arrays have an axis or more; some rows at a time are copied, never an array.
    """
    sha = hashlib.sha256()
    for array in arrays:
        dtype = array.dtype.newbyteorder("<")
        sha.update(f"{dtype.str}{array.shape}".encode())
        step = max(1, _PIECE // max(1, array[:1].size))
        for start in range(0, len(array), step):
            piece = np.ascontiguousarray(array[start : start + step], dtype=dtype)
            if dtype.kind == "f":  # one NaN; -0.0 becomes 0.0
                piece = np.where(np.isnan(piece), np.nan, piece) + 0.0
            sha.update(piece.tobytes())
    return sha.hexdigest()


def digest_file(path: Path) -> str:
    """SHA-256 of a file's bytes, 64 hexadecimal digits."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()

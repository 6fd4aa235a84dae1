"""An evaluation as a row of the store: its cells, how they are packed, and their checksum."""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from typing import Any

import numpy as np

from frostgrid.base.errors import FrostgridError
from runners.evaluation import Evaluation, Scores, seed_of
from runners.store.check import checksum


@dataclass(frozen=True, slots=True)
class Record:
    """An evaluation as it goes into the store.

    Attributes
    ----------
    evaluation
        Its outcome.
    task, config, environment, machine
        Numbers that the store gave to these.
    worker
        Number of the worker that ran it; -1 if none did.
    attempt
        1 for the first try.
    """

    evaluation: Evaluation
    task: int
    config: int
    environment: int
    machine: int
    worker: int
    attempt: int


_SCORES = tuple(field.name for field in fields(Scores))
_MEASURED = (
    "reason",
    "n_train",
    "n_test",
    "fit_seconds",
    "predict_seconds",
    "cpu_seconds",
    "peak_memory",
    "warnings",
    "message",
    "load",
)
ROW = (
    "key",
    "task",
    "config",
    "status",
    *_SCORES,
    *_MEASURED,
    "seed",
    "environment",
    "machine",
    "worker",
    "attempt",
    "finished",
    "checksum",
)
"""Columns of a row."""


def cells_of(record: Record, finished: float) -> tuple[Any, ...]:
    """Cells of ``record``, in the order of ``ROW``; it ``finished`` then, in seconds since 1970."""
    e = record.evaluation
    cells: dict[str, Any] = {name: getattr(e.scores, name, None) for name in _SCORES}
    cells |= {name: getattr(e, name) for name in _MEASURED}
    cells |= {
        "key": e.key,
        "status": str(e.status),
        "seed": seed_of(e.key),
        "undefined": e.scores.undefined if e.scores else "",
        "confusion": list(e.scores.confusion) if e.scores else None,
        "task": record.task,
        "config": record.config,
        "environment": record.environment,
        "machine": record.machine,
        "worker": record.worker,
        "attempt": record.attempt,
        "finished": finished,
    }
    # SQLite keeps -0.0 as 0.0, and the checksum is of what is kept.
    cells = {name: cell + 0.0 if isinstance(cell, float) else cell for name, cell in cells.items()}
    cells["checksum"] = checksum(cells)
    cells["key"] = bytes.fromhex(e.key)
    cells["confusion"] = pack(e.scores.confusion) if e.scores else None
    return tuple(cells[name] for name in ROW)


class DamageError(FrostgridError):
    """A cell that is not what was stored; whoever reads a store says which."""


def pack(confusion: Iterable[int]) -> bytes:
    """Bytes of confusion counts: 26 classes make 676 of them, mostly zeros."""
    return zlib.compress(np.asarray(confusion, dtype="<i4").tobytes())


def unpack(blob: bytes) -> list[int]:
    """Confusion counts of ``pack``."""
    try:
        return [int(count) for count in np.frombuffer(zlib.decompress(blob), dtype="<i4")]
    except (zlib.error, ValueError) as error:
        raise DamageError(f"confusion counts are damaged: {error}") from error


def checksum_of(row: Mapping[str, Any]) -> int:
    """Checksum of a stored row, worked out anew; ``row`` has at least the columns it covers.

    Raises
    ------
    DamageError
        Confusion counts cannot be read.
    """
    confusion = row["confusion"]
    counts = None if confusion is None else unpack(confusion)
    return checksum({**row, "key": row["key"].hex(), "confusion": counts})


def is_whole(row: Mapping[str, Any]) -> bool:
    """Whether a stored row is what its checksum was made of, of whatever kind its cells are."""
    try:
        return bool(checksum_of(row) == row["checksum"])
    except (AttributeError, FrostgridError, TypeError, ValueError):  # UnicodeError is of the last
        return False

"""Which of several rows of one evaluation counts; a law, so that merging has no order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields
from typing import Any

from runners.evaluation import Scores, Status
from runners.store.row import unpack

Row = Mapping[str, Any]

_RELATIVE, _ABSOLUTE = 1e-6, 1e-12
_REAL = tuple(
    field.name
    for field in fields(Scores)
    if field.name not in {"confusion", "undefined", "auc_classes"}
)


def choose(rows: Sequence[Row]) -> Row | None:
    """The row that counts, or None where two successes disagree.

    A success beats a failure. Of successes that agree the first to finish counts; of failures the
    one with the most attempts, then the last to finish. No order of ``rows`` changes that.
    """
    ok = successes(rows)
    if not ok:
        return max(rows, key=lambda row: (row["attempt"], *_moment(row)))
    return min(ok, key=_moment) if agree(ok) else None


def _moment(row: Row) -> tuple[float | int, ...]:
    """When a row finished; and what else tells apart rows of one moment, in any order."""
    return row["finished"], row["checksum"], row["attempt"], row["worker"]


def successes(rows: Sequence[Row]) -> list[Row]:
    """Those of ``rows`` that are ``ok``."""
    return [row for row in rows if row["status"] == Status.OK]


def agree(rows: Sequence[Row]) -> bool:
    """Whether successes have the same confusion counts, and scores but for rounding.

    Processors round differently, so that the last digits of a score may differ between machines.
    """
    first, *others = rows
    counts = unpack(first["confusion"]) if others else []
    return all(
        unpack(row["confusion"]) == counts and row["undefined"] == first["undefined"]
        for row in others
    ) and all(_close([row[name] for row in rows]) for name in _REAL)


def _close(values: Sequence[float | None]) -> bool:
    known = [value for value in values if value is not None]
    if len(known) < len(values):
        return not known
    low, high = min(known), max(known)
    return high - low <= _RELATIVE * max(abs(low), abs(high)) + _ABSOLUTE

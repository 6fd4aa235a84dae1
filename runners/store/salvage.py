"""What can be trusted in a damaged results store: rows whose checksum is right."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from runners.store.pages import Found, Value, records
from runners.store.row import is_whole
from runners.store.schema import columns_of_schema


def whole_rows(path: Path) -> Iterator[dict[str, Any]]:
    """Cells by column of every evaluation in ``path`` and its log whose checksum is right.

    A key may come more than once: versions that were replaced can still be in the file.
    """
    columns = columns_of_schema()["evaluation"]
    # Rows of an older schema end before the columns that were added since; those cells are null.
    since = tuple(columns).index("checksum") + 1
    for found in records(path):
        if since <= len(found.values) <= len(columns):
            row = dict.fromkeys(columns) | {
                name: _as(kind, value)
                for (name, kind), value in zip(columns.items(), found.values, strict=False)
            }
            if is_whole(row):
                yield row


def descriptions(path: Path, mark: str) -> dict[int, dict[str, Any]]:
    """Descriptions of environments or machines by number: those that have the entry ``mark``."""
    found = {}
    for record in records(path):
        described = _description(record)
        if record.number is not None and described is not None and mark in described:
            found[record.number] = described
    return found


def calibrations(path: Path) -> Iterator[tuple[int, list[float]]]:
    """Rows of the table ``calibration``: the number of a machine, and its other cells."""
    width = len(columns_of_schema()["calibration"])
    for found in records(path):
        if found.number is None and len(found.values) == width:
            machine, *rest = found.values
            cells = [float(value) for value in rest if isinstance(value, int | float)]
            if isinstance(machine, int) and len(cells) == width - 1:
                yield machine, cells


def _as(kind: str, value: Value) -> Value:
    # SQLite stores 1.0 as the integer 1 and gives it back as the column says.
    return float(value) if kind == "REAL" and isinstance(value, int) else value


def _description(found: Found) -> dict[str, Any] | None:
    if len(found.values) != 2 or not isinstance(found.values[1], str):
        return None
    try:
        described = json.loads(found.values[1])
    except ValueError:
        return None
    return described if isinstance(described, dict) else None

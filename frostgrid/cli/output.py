"""Tables and JSON on standard output."""

from __future__ import annotations

import json as json_module
import os
import sys
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from rich.console import Console, RenderableType
from rich.text import Text

from frostgrid.base.printable import printable
from frostgrid.cli.sheet import Column, Sheet

_WIDE = 200
"""Characters of a line that no terminal limits."""

_DIGITS = 12
"""Of a digest in a table, where ``--json`` tells all 64."""

_SHARE = 4
"""Decimals of a share; one that they would show as zero is written with an exponent."""


def console() -> Console:
    """Standard output; where it is no terminal, COLUMNS limits a line, or nearly nothing."""
    found = Console(highlight=False)
    told = found.is_terminal or os.environ.get("COLUMNS", "").isdigit()
    return found if told else Console(highlight=False, width=_WIDE)


def say(line: str) -> None:
    """Print ``line`` at once; where nobody reads any more, this and all that follows is dropped.

    A run must not end because the other end of a pipe, or a terminal, has gone.
    """
    try:
        print(line, flush=True)
    except OSError:
        with open(os.devnull, "w") as nowhere:  # noqa: PTH123 - a device
            os.dup2(nowhere.fileno(), sys.stdout.fileno())


def print_json(value: Any) -> None:  # noqa: ANN401 - any JSON value
    """Print ``value`` as JSON."""
    print(json_module.dumps(value, indent=2, ensure_ascii=False))


def print_table(columns: Sequence[str], rows: Iterable[Sequence[object]], title: str = "") -> None:
    """Print rows under their columns; numbers stand at the right."""
    if title:
        print(title)
    console().print(table_of(columns, rows))


def print_records(records: Sequence[Mapping[str, Any]], title: str = "") -> None:
    """Print records of one kind as a table; columns in which nobody has a value are left out."""
    keys = list(records[0]) if records else []
    kept = [key for key in keys if any(record[key] not in (None, "", []) for record in records)]
    rows = [[_as_cell(key, record[key]) for key in kept] for record in records]
    print_table(kept, rows, title)


def _as_cell(key: str, value: object) -> object:
    match key, value:
        case _, list():
            return "; ".join(map(str, value))
        case "openml_id", int():  # an identifier is no quantity
            return str(value)
        case "sha256", str():
            return value[:_DIGITS]
    return value


def print_parts(parts: Iterable[RenderableType]) -> None:
    """Print texts, whose lines are not broken, and tables, one below the other."""
    for part in parts:
        console().print(part, soft_wrap=isinstance(part, Text))


def table_of(columns: Sequence[str], rows: Iterable[Sequence[object]]) -> Sheet:
    """Table that ``print_table`` prints."""
    filled = [list(row) for row in rows]
    cells = []
    for position, name in enumerate(columns):
        column = [row[position] for row in filled]
        digits = _digits(column)
        numeric = all(isinstance(cell, int | float) or cell is None for cell in column)
        texts = tuple(_text(cell, digits) for cell in column)
        cells.append(Column(name, texts, numeric=numeric and bool(column)))
    return Sheet(tuple(cells))


def _digits(column: Sequence[object]) -> int:
    """Decimals for a column: four where all of it is a share, else two."""
    return _SHARE if all(abs(cell) <= 1 for cell in column if isinstance(cell, float)) else 2


def _text(cell: object, digits: int) -> str:
    match cell:
        case None:
            return ""
        case bool():
            return "yes" if cell else "no"
        case int():
            return f"{cell:,}"
        case float() if 0 < abs(cell) < 0.5 * 10**-digits and digits == _SHARE:
            return f"{cell:.1e}"
        case float():
            return f"{cell:,.{digits}f}"
        case _:
            return printable(str(cell))

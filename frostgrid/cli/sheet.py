"""A table as a terminal of any width shows it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rich.console import Console, ConsoleOptions
from rich.measure import Measurement
from rich.table import Table
from rich.text import Text

from frostgrid.cli.layout import GAP, Extent, layout

_READABLE = 16
"""Characters below which a column of texts is not narrowed for the sake of another."""


@dataclass(frozen=True, slots=True)
class Column:
    """One column.

    Attributes
    ----------
    name
        What stands above it.
    cells
        Texts, one per row of the table.
    numeric
        Whether they are numbers, which stand at the right.
    """

    name: str
    cells: tuple[str, ...]
    numeric: bool


@dataclass(frozen=True, slots=True)
class Sheet:
    """A table; what is too wide comes in blocks of columns, one below the other."""

    columns: tuple[Column, ...]

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[Table | Text]:
        if not self.columns:
            return
        extents = [_extent(column, console, options) for column in self.columns]
        for number, block in enumerate(layout(extents, options.max_width)):
            if number:
                yield Text()
            table = Table(box=None, header_style="bold", pad_edge=False, padding=(0, GAP, 0, 0))
            for position, width in block.items():
                column = self.columns[position]
                table.add_column(
                    Text(column.name), justify="right" if column.numeric else "left", width=width
                )
            shown = [self.columns[position].cells for position in block]
            for cells in zip(*shown, strict=True):
                table.add_row(*map(Text, cells))
            yield table


def _extent(column: Column, console: Console, options: ConsoleOptions) -> Extent:
    found = [
        Measurement.get(console, options.update_width(10_000), Text(text))
        for text in (column.name, *column.cells)
    ]
    word = max(each.minimum for each in found)
    line = max(each.maximum for each in found)
    return Extent(word if column.numeric else max(word, min(line, _READABLE)), line)

"""Columns of a table within the width of a terminal: words stay whole."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

GAP = 2
"""Blanks between two columns."""


@dataclass(frozen=True, slots=True)
class Extent:
    """How wide a column may be, in characters.

    Attributes
    ----------
    least
        Its longest word, or what is worth reading.
    natural
        Its longest line.
    """

    least: int
    natural: int


def layout(columns: Sequence[Extent], width: int) -> list[Mapping[int, int]]:
    """Widths of columns by their position, in as many blocks as it takes.

    Every block begins with the first column, which names the rows, and is at most ``width``
    characters wide; a column whose longest word does not fit beside the first is the exception.
    """
    blocks: list[list[int]] = [[0]]
    for position in range(1, len(columns)):
        wanted = [*blocks[-1], position]
        if _wide([columns[i].least for i in wanted]) <= width or len(wanted) == 2:
            blocks[-1] = wanted
        else:
            blocks.append([0, position])
    return [_widths({i: columns[i] for i in block}, width) for block in blocks]


def _widths(block: Mapping[int, Extent], width: int) -> Mapping[int, int]:
    """Natural widths, of which the widest give way."""
    found = {position: extent.natural for position, extent in block.items()}
    while _wide(list(found.values())) > width:
        wider = [position for position in found if found[position] > block[position].least]
        if not wider:
            break
        found[max(wider, key=lambda position: found[position])] -= 1
    return found


def _wide(widths: Sequence[int]) -> int:
    return sum(widths) + GAP * (len(widths) - 1)

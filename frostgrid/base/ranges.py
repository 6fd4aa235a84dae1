"""Lists of whole numbers as people write them: ``0-4,7``."""

from __future__ import annotations

from collections.abc import Sequence

from frostgrid.base.errors import FrostgridError


def parse_ranges(text: str, what: str) -> tuple[int, ...]:
    """Numbers that ``text`` names, ascending and unique.

    Parameters
    ----------
    text
        For example ``"0-4,7"``.
    what
        What the numbers are, for the message.
    """
    numbers: set[int] = set()
    for part in text.split(","):
        low, dash, high = part.strip().partition("-")
        if not low.isdecimal() or (dash and not high.isdecimal()) or int(high or low) < int(low):
            raise FrostgridError(f"{what}: {text!r} is not a list of numbers", hint="write 0-4,7")
        numbers.update(range(int(low), int(high or low) + 1))
    return tuple(sorted(numbers))


def ranges_text(numbers: Sequence[int]) -> str:
    """Shortest text that ``parse_ranges`` reads as ``numbers`` (ascending and unique)."""
    parts: list[list[int]] = []
    for number in numbers:
        if parts and number == parts[-1][1] + 1:
            parts[-1][1] = number
        else:
            parts.append([number, number])
    return ",".join(str(low) if low == high else f"{low}-{high}" for low, high in parts)

"""Lists of whole numbers as people write them: ``0-4,7``."""

from __future__ import annotations

import re
from collections.abc import Sequence

from frostgrid.base.errors import FrostgridError

_NUMBER = re.compile(r"[0-9]{1,9}")
_MOST = 1_000_000


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
        if not _NUMBER.fullmatch(low) or (dash and not _NUMBER.fullmatch(high)):
            raise FrostgridError(
                f"{what}: {text[:80]!r} is not a list of numbers", hint="write 0-4,7"
            )
        if not 0 <= int(high or low) - int(low) < _MOST:
            raise FrostgridError(
                f"{what}: {part!r} is no range of up to {_MOST:,} numbers", hint="write 0-4,7"
            )
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

"""Values as people write them on a command line."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Annotated

from cyclopts import Parameter

from frostgrid.base.errors import FrostgridError

_SECONDS = {"s": 1.0, "m": 60.0, "min": 60.0, "h": 3600.0, "": 1.0}
_BYTES = {"": 1, "B": 1, "KB": 10**3, "MB": 10**6, "GB": 10**9, "MiB": 1 << 20, "GiB": 1 << 30}
LEAST_MEMORY = 200_000_000
"""Bytes: a worker that has loaded scikit-learn and no data had 150 to 190 MB."""

Names = Annotated[tuple[str, ...], Parameter(consume_multiple=True, negative="")]
"""Names given one by one or with commas, see ``names``."""

_NUMBER = re.compile(r"([0-9]{1,15}(?:\.[0-9]{1,15})?)\s*([A-Za-z]*)")


def seconds(text: str) -> float:
    """Seconds that ``60``, ``60s``, ``5m`` or ``2h`` mean."""
    return _scaled(text, _SECONDS, "time", "60s, 5m or 2h")


def size(text: str) -> int:
    """Bytes that ``4GB`` or ``500MiB`` mean."""
    return int(_scaled(text, {name.upper(): v for name, v in _BYTES.items()}, "size", "4GB"))


def memory_limit(text: str) -> int:
    """Bytes that a worker may take; refused where it could not even start."""
    found = size(text)
    if found < LEAST_MEMORY:
        raise FrostgridError(
            f"--memory-limit: {text} asked, but a worker alone takes nearly"
            f" {LEAST_MEMORY / 1e6:.0f} MB, and one with R 250 MB",
            hint="ask for more, such as 1GB",
        )
    return found


def names(given: Iterable[str], option: str) -> tuple[str, ...]:
    """Names given one by one or with commas, without repetitions, in order.

    Empty only if nothing was given for ``option``: an empty text is refused, for it hardly means
    everything.
    """
    texts = list(given)
    found = [name.strip() for text in texts for name in text.split(",")]
    if texts and not any(found):
        raise FrostgridError(f"{option} is empty", hint="name something, or leave it out")
    return tuple(dict.fromkeys(name for name in found if name))


def _scaled(text: str, units: dict[str, float] | dict[str, int], what: str, example: str) -> float:
    match = _NUMBER.fullmatch(text.strip())
    unit = match[2] if match else ""
    scale = units.get(unit, units.get(unit.upper()))
    if match is None or scale is None or float(match[1]) <= 0:
        raise FrostgridError(f"{text!r} is no {what}", hint=f"write {example}")
    return float(match[1]) * scale

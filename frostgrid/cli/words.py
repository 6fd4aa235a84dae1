"""Times for people."""

from __future__ import annotations

from itertools import pairwise

_UNITS = (("days", 86_400), ("h", 3_600), ("min", 60), ("s", 1))


def duration(seconds: float) -> str:
    """Time in its two largest units: ``2.5 s``, ``45 s``, ``1 min 30 s``, ``4 days 19 h``."""
    if round(seconds, 1) < 10:
        return f"{seconds:.1f} s"
    for (unit, size), (smaller, part) in pairwise(_UNITS):
        whole = round(seconds / part) * part
        if whole >= size:
            rest = whole % size // part
            name = "day" if unit == "days" and whole < 2 * size else unit
            return f"{whole // size:,} {name}" + (f" {rest} {smaller}" if rest else "")
    return f"{round(seconds)} s"


def limit(seconds: float) -> str:
    """A time as ``--time-limit`` takes it."""
    for unit, size in (("h", 3_600), ("m", 60)):
        if seconds % size == 0:
            return f"{seconds / size:g}{unit}"
    return f"{seconds:g}s"

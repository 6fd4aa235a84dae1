"""Reasons of evaluations that met a limit: how they are written, and the limit read from them."""

from __future__ import annotations

import re

from runners.evaluation import Status

_PATTERNS = {
    Status.TIMEOUT: (re.compile(r"longer than the time limit of ([\d.e+]+) s"), 1),
    Status.MEMORY: (re.compile(r"more than the memory limit of ([\d,]+) MB"), 10**6),
}


def longer_than(seconds: float) -> str:
    """Reason of an evaluation that took longer than it may."""
    return f"longer than the time limit of {seconds:g} s"


def more_than(memory: int) -> str:
    """Reason of an evaluation that took more than so many bytes."""
    return f"more than the memory limit of {memory / 1e6:,.0f} MB"


def taken(status: Status, reason: str, seconds: float, limit: float) -> float:
    """Seconds that an evaluation took; where the time limit stopped it, the one it ran under.

    Parameters
    ----------
    status, reason, seconds
        Its own, ``seconds`` those of fit and prediction.
    limit
        Seconds that count for an evaluation which was stopped and does not name its limit.
    """
    if status == Status.TIMEOUT:
        return limit_met(Status.TIMEOUT, reason) or limit
    return seconds


def limit_met(status: Status, reason: str) -> float | None:
    """Seconds or bytes that an evaluation ran under and did not fit.

    None if it met none, or another than its own: the kernel ran out of memory, for example.
    """
    if status not in _PATTERNS:
        return None
    pattern, unit = _PATTERNS[status]
    found = pattern.match(reason)
    return float(found[1].replace(",", "")) * unit if found else None

"""What is left of a run, and how long that will take, while it may be worked on."""

from __future__ import annotations

import time
from dataclasses import dataclass
from pathlib import Path

from runners.cost.forecast import OVERHEAD, Forecast
from runners.cost.outlook import outlook
from runners.directory import PLAN, RESULTS
from runners.lock import is_written
from runners.plan import Limits, read_plan
from runners.retry import NOTHING, Retry
from runners.store.reading import reading_any

_WINDOW = 300.0
_ENOUGH = 20.0  # seconds of work that a pace needs


@dataclass(frozen=True, slots=True)
class Ahead:
    """What is left of a run.

    Attributes
    ----------
    forecast
        In seconds of one processor.
    pace
        Seconds of work that got done per second of the clock in the last five minutes: the workers
        that are at work, less what waiting takes. None where nothing runs, or too little has.
    limit
        Seconds after which an evaluation is stopped.
    """

    forecast: Forecast
    pace: float | None
    limit: float


def ahead(directory: Path, retry: Retry = NOTHING, limits: Limits | None = None) -> Ahead:
    """What is left of the run in ``directory``.

    Parameters
    ----------
    directory
        The run.
    retry, limits
        What a session runs again, with other limits than the plan's.
    """
    plan, planned = read_plan(directory / PLAN)
    limits = limits or planned
    with reading_any(directory / RESULTS) as store:
        if store is None:
            return Ahead(outlook(plan, limits.seconds, retry=retry), None, limits.seconds)
        now = time.time()
        rows, first, worked = store.worked_since(now - _WINDOW, limits.seconds)
        worked += OVERHEAD * rows
        known = is_written(directory) and worked > _ENOUGH and now > first
        pace = worked / (now - first) if known else None
        return Ahead(outlook(plan, limits.seconds, store, retry), pace, limits.seconds)

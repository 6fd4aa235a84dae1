"""How long a run will still take, in words."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from time import monotonic

from rich.console import RenderableType
from rich.text import Text

from frostgrid.base.plural import plural
from frostgrid.cli.output import table_of
from frostgrid.cli.words import duration
from frostgrid.cli.words import limit as as_option
from runners.ahead import ahead
from runners.cost.forecast import Forecast
from runners.plan import Limits
from runners.retry import Retry

MOST = 5
"""Learners and datasets that will not fit the time limit that are shown."""

_EVERY = 15.0  # seconds between forecasts
_SHARE = 50  # times what a forecast took must pass before the next


def span(forecast: Forecast, pace: float) -> str:
    """Time for ``forecast`` at ``pace`` seconds of work per second, and its 80 % interval."""
    expected, low, high = (
        duration(seconds / pace) for seconds in (forecast.seconds, forecast.low, forecast.high)
    )
    return f"{expected} ({low} to {high})"


class Eta:
    """Time to go of a session, foretold anew now and then from what it has stored.

    Parameters
    ----------
    directory
        The run.
    workers
        Processes.
    retry, limits
        Of the session, see ``runners.run.proceed``.
    """

    def __init__(self, directory: Path, workers: int, retry: Retry, limits: Limits | None) -> None:
        self._directory = directory
        self._workers = workers
        self._retry = retry
        self._limits = limits
        self._found: tuple[Forecast, float] | None = None
        self._due = 0.0

    def text(self, left: int) -> str:
        """Words for the time that ``left`` evaluations take."""
        if self._found is None or monotonic() >= self._due:
            start = monotonic()
            found = ahead(self._directory, self._retry, self._limits)
            self._found = found.forecast, found.pace or self._workers
            self._due = monotonic() + max(_EVERY, _SHARE * (monotonic() - start))
        forecast, pace = self._found
        foretold = sum(budget.evaluations for budget in forecast.budgets)
        return f"{span(forecast, pace * max(foretold, 1) / max(left, 1))} to go" if left else "done"


def misfits(forecast: Forecast, limit: float) -> Iterator[RenderableType]:
    """Evaluations that are expected to meet the time limit of ``limit`` seconds, most first."""
    found = sorted(forecast.misfits, key=lambda one: -one.expected)
    if not found:
        return
    count = sum(one.expected for one in found)
    some = f"; the {MOST} largest of {plural(len(found), 'group')}" if len(found) > MOST else ""
    yield Text(
        f"About {plural(round(count), 'evaluation')} to come will not fit the time limit of"
        f" {as_option(limit)}{some}:"
    )
    yield table_of(
        ["learner", "dataset", "evaluations", "will not fit"],
        [[x.learner, x.dataset, x.evaluations, round(x.expected)] for x in found[:MOST]],
    )

"""``frostgrid status``: how far a run is."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path

from rich.console import Group, RenderableType
from rich.live import Live
from rich.text import Text

from frostgrid.base.plural import plural
from frostgrid.cli.eta import misfits, span
from frostgrid.cli.main import DONE
from frostgrid.cli.output import console, print_json, print_parts
from frostgrid.cli.summary import summary
from runners.ahead import Ahead, ahead
from runners.cost.forecast import Budget, Forecast
from runners.status import Report, report

_PAUSE = 2.0


def status(directory: Path, *, watch: bool = False, json: bool = False) -> int:
    """Count the rows of the run in DIRECTORY by learner and status; works while it runs.

    Parameters
    ----------
    directory
        Run directory.
    watch
        Show it anew every two seconds until the run ends.
    json
        Print JSON.
    """
    with _place(redrawn=watch and not json) as show:
        while True:
            found, left = report(directory), ahead(directory)
            if json:
                print_json(_as_json(found, left))
            else:
                to_come = left.forecast if found.pending else None
                too_long = misfits(left.forecast, left.limit)
                show([_progress(found, left), *summary(found, directory, to_come), *too_long])
            if not (watch and found.running):
                return DONE
            time.sleep(_PAUSE)


@contextmanager
def _place(*, redrawn: bool) -> Iterator[Callable[[list[RenderableType]], None]]:
    """Where to show things: in one place of a terminal, or one below the other."""
    if not (redrawn and console().is_terminal):
        yield print_parts
        return
    with Live(console=console(), auto_refresh=False) as live:
        yield lambda parts: live.update(Group(*parts), refresh=True)


def _progress(found: Report, left: Ahead) -> Text:
    at_work = left.pace or 1.0
    time_left = f"{span(left.forecast, at_work)} to go"
    return Text(
        f"Stored: {found.stored:,} of {plural(found.effective, 'different evaluation')}"
        f" ({found.evaluations:,} planned), {'running' if found.running else 'not running'}"
        + (f", {found.rate:.1f}/s" if found.rate else "")
        + (f", {time_left}{'' if left.pace else ' on one worker'}" if found.pending else "")
        + "."
    )


def _as_json(found: Report, left: Ahead) -> dict[str, object]:
    return {
        "evaluations": found.evaluations,
        "effective": found.effective,
        "stored": found.stored,
        "pending": found.pending,
        "running": found.running,
        "rate_per_second": found.rate,
        "seconds_to_come": _interval(left.forecast),
        "pace": left.pace,
        "eta_seconds": left.forecast.seconds / left.pace if left.pace else None,
        "budgets": [
            {"learner": x.learner, "evaluations": x.evaluations, **_interval(x)}
            for x in left.forecast.budgets
        ],
        "will_not_fit": [asdict(x) for x in left.forecast.misfits],
        "by_status": dict(found.by_status),
        "learners": [
            {
                "learner": learner.name,
                "by_status": dict(learner.by_status),
                "mean_auc": learner.auc,
                "mean_accuracy": learner.accuracy,
                "fit_seconds": learner.fit_seconds,
                "predict_seconds": learner.predict_seconds,
            }
            for learner in found.learners
        ],
        "results": str(found.results),
    }


def _interval(of: Forecast | Budget) -> dict[str, float]:
    return {"expected": of.seconds, "low": of.low, "high": of.high}

"""``frostgrid status``: how far a run is."""

from __future__ import annotations

import time
from pathlib import Path

from frostgrid.cli.main import DONE
from frostgrid.cli.output import print_json
from frostgrid.cli.summary import summarise
from runners.status import Report, report

_PAUSE = 2.0


def status(directory: Path, *, watch: bool = False, json: bool = False) -> int:
    """Count the rows of the run in DIRECTORY by learner and status; works while it runs.

    Parameters
    ----------
    directory
        Run directory.
    watch
        Print again every two seconds until the run ends.
    json
        Print JSON.
    """
    while True:
        found = report(directory)
        if json:
            print_json(_as_json(found))
        else:
            _print(found, directory)
        if not (watch and found.running):
            return DONE
        time.sleep(_PAUSE)


def _print(found: Report, directory: Path) -> None:
    summarise(found, directory)
    eta = found.eta_seconds
    print(
        f"{found.stored:,} of {found.effective:,} different evaluations are stored"
        f" ({found.evaluations:,} planned), {'running' if found.running else 'not running'}"
        + (f", {found.rate:.1f}/s, {eta:,.0f} s to go" if found.rate and eta is not None else "")
        + "."
    )


def _as_json(found: Report) -> dict[str, object]:
    return {
        "evaluations": found.evaluations,
        "effective": found.effective,
        "stored": found.stored,
        "pending": found.pending,
        "running": found.running,
        "rate_per_second": found.rate,
        "eta_seconds": found.eta_seconds,
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

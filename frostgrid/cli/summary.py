"""The table at the end of a run, and of ``frostgrid status``."""

from __future__ import annotations

from pathlib import Path

from frostgrid.cli.output import print_table
from runners.directory import PLAN
from runners.evaluation import Status
from runners.status import Report


def summarise(found: Report, directory: Path) -> None:
    """Print means per learner, counts by status, times, and where the results are."""
    statuses = [status for status in Status if found.by_status.get(status)]
    print_table(
        ["learner", "mean AUC", "mean accuracy", *statuses, "fit s", "predict s"],
        [
            [
                learner.name,
                learner.auc,
                learner.accuracy,
                *(learner.by_status.get(status, 0) for status in statuses),
                learner.fit_seconds,
                learner.predict_seconds,
            ]
            for learner in found.learners
        ],
        title="Per learner: means over its ok evaluations, numbers by status, seconds in all",
    )
    print(f"Plan: {directory / PLAN}\nResults: {found.results}")

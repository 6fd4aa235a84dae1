"""The tables at the end of a run, and of ``frostgrid status``."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from rich.console import RenderableType
from rich.text import Text

from frostgrid.base.command import command
from frostgrid.base.plural import plural
from frostgrid.cli.output import table_of
from frostgrid.cli.words import limit
from runners.cost.forecast import Forecast
from runners.directory import PLAN
from runners.evaluation import FAILURES, Status
from runners.failures import Failure, failures
from runners.plan import read_plan
from runners.status import LearnerReport, Report

MOST = 5
"""Reasons of failures that are shown."""


def summary(
    found: Report, directory: Path, forecast: Forecast | None = None
) -> Iterator[RenderableType]:
    """Means per learner, counts by status, times, why evaluations failed, and where results are.

    With ``forecast``, also how many evaluations are to come and the seconds they are expected to
    take.
    """
    statuses = [status for status in Status if found.by_status.get(status)]
    to_come = {budget.learner: budget for budget in forecast.budgets} if forecast else {}
    stored = {learner.name: learner for learner in found.learners}
    rows: list[list[object]] = []
    for name in sorted(stored.keys() | to_come.keys()):
        learner = stored.get(name) or LearnerReport(name, {}, None, None, 0.0, 0.0)
        rows.append(
            [
                name,
                learner.auc,
                learner.accuracy,
                *(learner.by_status.get(status, 0) for status in statuses),
                learner.fit_seconds,
                learner.predict_seconds,
            ]
        )
        if forecast:
            budget = to_come.get(name)
            rows[-1] += [budget.evaluations, budget.seconds] if budget else [0, 0.0]
    yield Text("Per learner: means over its ok evaluations, numbers by status, seconds in all")
    more = ["to come", "expected s"] if forecast else []
    yield table_of(
        ["learner", "mean AUC", "mean accuracy", *statuses, "fit s", "predict s", *more], rows
    )
    if FAILURES.intersection(statuses):
        yield from _failed(failures(found.results), directory)
    yield Text(f"Plan: {directory / PLAN}\nResults: {found.results}")


def _failed(found: list[Failure], directory: Path) -> Iterator[RenderableType]:
    rows = sum(failure.rows for failure in found)
    some = f", the {MOST} most frequent of {len(found)}" if len(found) > MOST else ""
    yield Text(f"Why {plural(rows, 'evaluation')} failed{some}:")
    yield table_of(
        ["rows", "status", "learners", "reason"],
        [[x.rows, x.status, ", ".join(x.learners), x.reason] for x in found[:MOST]],
    )
    yield Text(f"Try them again: {_retry(found, directory)}")


def _retry(found: list[Failure], directory: Path) -> str:
    """Command that runs failed evaluations again; what they last had too little of is doubled."""
    _, planned = read_plan(directory / PLAN)
    words = ["retry", str(directory), "--status", *sorted({failure.status for failure in found})]
    for status, otherwise, option, text in (
        (Status.TIMEOUT, planned.seconds, "--time-limit", limit),
        (Status.MEMORY, planned.memory, "--memory-limit", lambda size: f"{size / 1e9:g}GB"),
    ):
        met = [failure.limit for failure in found if failure.status is status]
        if met:
            words += [option, text(2 * max((one for one in met if one), default=otherwise))]
    return command(*words)

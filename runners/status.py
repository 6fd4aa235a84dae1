"""How far a run is, read while it may be written."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from runners.directory import PLAN, RESULTS
from runners.evaluation import Status
from runners.lock import is_written
from runners.plan import read_plan
from runners.store.reading import reading_any
from runners.store.store import Store

_WINDOW = 300.0


@dataclass(frozen=True, slots=True)
class LearnerReport:
    """One learner's rows.

    Attributes
    ----------
    name
        Of the learner.
    by_status
        Rows by status.
    auc, accuracy
        Means over its ``ok`` rows; None where there are none.
    fit_seconds, predict_seconds
        Sums over its rows.
    """

    name: str
    by_status: Mapping[Status, int]
    auc: float | None
    accuracy: float | None
    fit_seconds: float
    predict_seconds: float


@dataclass(frozen=True, slots=True)
class Report:
    """State of a run.

    Attributes
    ----------
    evaluations, effective
        Planned, and different ones among them, which is what runs and what is counted below.
    stored
        Rows there are.
    by_status
        Rows by status.
    learners
        Per learner, by name.
    running
        Whether a process writes the run now.
    rate
        Rows per second over the last five minutes; None where nothing runs.
    results
        The store.
    """

    evaluations: int
    effective: int
    stored: int
    by_status: Mapping[Status, int]
    learners: tuple[LearnerReport, ...]
    running: bool
    rate: float | None
    results: Path

    @property
    def pending(self) -> int:
        """Evaluations without a row."""
        return self.effective - self.stored


def report(directory: Path) -> Report:
    """State of the run in ``directory``."""
    plan, _ = read_plan(directory / PLAN)
    results = directory / RESULTS
    with reading_any(results) as store:
        if store is None:
            return Report(plan.evaluations, plan.effective, 0, {}, (), False, None, results)
        learners = _learners(store)
        running = is_written(directory)
        now = time.time()
        count, first, _ = store.worked_since(now - _WINDOW, 0.0)
    by_status: dict[Status, int] = defaultdict(int)
    for learner in learners:
        for status, rows in learner.by_status.items():
            by_status[status] += rows
    return Report(
        evaluations=plan.evaluations,
        effective=plan.effective,
        stored=sum(by_status.values()),
        by_status=dict(by_status),
        learners=learners,
        running=running,
        rate=count / max(now - first, 1.0) if running and count else None,
        results=results,
    )


def _learners(store: Store) -> tuple[LearnerReport, ...]:
    found: dict[str, dict[Status, tuple[int, float, float, float | None, float | None]]] = {}
    rows = store.db.execute(
        "SELECT task.learner, status, sum(rows), total(fit_seconds), total(predict_seconds),"
        " sum(auc) / nullif(sum(aucs), 0), sum(accuracy) / sum(rows)"
        " FROM tally JOIN task ON task.id = tally.task GROUP BY 1, 2 HAVING sum(rows) > 0"
        " ORDER BY 1, 2"
    )
    for learner, status, *values in rows:
        found.setdefault(learner, {})[Status(status)] = tuple(values)
    return tuple(
        LearnerReport(
            name=name,
            by_status={status: values[0] for status, values in by_status.items()},
            auc=by_status[Status.OK][3] if Status.OK in by_status else None,
            accuracy=by_status[Status.OK][4] if Status.OK in by_status else None,
            fit_seconds=sum(values[1] for values in by_status.values()),
            predict_seconds=sum(values[2] for values in by_status.values()),
        )
        for name, by_status in found.items()
    )

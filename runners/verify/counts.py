"""Counts of rows and sums over them, which progress is told from, against the rows."""

from __future__ import annotations

from math import isclose

from runners.store.store import Store
from runners.verify.finding import Finding

_SUMS = ("fit_seconds", "predict_seconds", "accuracy", "auc")


def check_counts(store: Store) -> list[Finding]:
    """What the store keeps of each task and status is what its rows add up to."""
    sums = ", ".join(f"total({name})" for name in _SUMS)
    counted = store.db.execute(
        f"SELECT task, status, count(*), count(auc), {sums} FROM evaluation GROUP BY 1, 2"  # noqa: S608
    )
    kept = store.db.execute(
        f"SELECT task, status, rows, aucs, {', '.join(_SUMS)} FROM tally WHERE rows > 0"  # noqa: S608
    )
    rows = {(task, status): values for task, status, *values in counted}
    told = {(task, status): values for task, status, *values in kept}
    bad = [
        place
        for place in rows.keys() | told.keys()
        if not (place in rows and place in told and all(map(_alike, rows[place], told[place])))
    ]
    message = "what the store counts of its rows is not what they add up to"
    return [Finding("counts", len(bad), f"task {bad[0][0]}", message)] if bad else []


def _alike(one: float, other: float) -> bool:
    # Sums depend on the order of their terms, and rows that were replaced were taken off again.
    whole = isinstance(one, int)
    return one == other if whole else isclose(one, other, rel_tol=1e-6, abs_tol=1e-6)

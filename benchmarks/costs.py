"""Write ``runners/cost/costs.csv``, which forecasts begin with, from finished or running runs.

Usage: python benchmarks/costs.py RUN...

Processor seconds are used, which a busy machine prolongs less than those of the clock; what met
the time limit counts as "at least so long".
"""

from __future__ import annotations

import sys
from dataclasses import astuple, fields
from pathlib import Path

import numpy as np

from runners.cost.model import SHAPED, Observed, features, fit
from runners.cost.prior import COSTS, Prior
from runners.directory import PLAN, RESULTS
from runners.evaluation import Status
from runners.exceeded import taken
from runners.plan import read_plan
from runners.store.store import Store

VAGUE = Prior(0.1, 0.8, 0.1, 0.4, 0.4, between=0.5, within=0.5)
UNSURE = np.array([3.0, 0.3, 0.07, 0.3, 0.4])
FLOOR = 1e-4
"""Seconds; what takes less is not told well by the clock of processor time."""


Row = tuple[str, tuple[int, int, int], float, bool]
"""Dataset, shape, seconds, and whether the time limit was met."""


def rows(directories: list[Path]) -> dict[str, list[Row]]:
    """Evaluations by learner."""
    found: dict[str, list[Row]] = {}
    for directory in directories:
        plan, limits = read_plan(directory / PLAN)
        classes = {dataset.name: dataset.n_classes for dataset in plan.datasets}
        store = Store(directory / RESULTS)
        for learner, dataset, n, p, seconds, status, reason in store.db.execute(
            "SELECT learner, dataset, task.n_train, n_columns, cpu_seconds, status, reason"
            " FROM evaluation JOIN task ON task.id = task WHERE status IN ('ok', 'timeout')"
        ):
            shape = n, p, classes[dataset]
            took = max(taken(status, reason, seconds, limits.seconds), FLOOR)
            limited = status == Status.TIMEOUT
            found.setdefault(learner, []).append((dataset, shape, took, limited))
        store.close()
    return found


def main(directories: list[Path]) -> None:
    lines = [",".join(["learner", *(field.name for field in fields(Prior))])]
    for learner, found in sorted(rows(directories).items()):
        datasets = sorted({dataset for dataset, *_ in found})
        shapes = np.array([shape for _, shape, *_ in found], dtype=float)
        model = fit(
            VAGUE,
            Observed(
                features(shapes, np.empty((len(found), 0))),
                np.array([datasets.index(dataset) for dataset, *_ in found]),
                np.array([seconds for *_, seconds, _ in found]),
                np.array([limited for *_, limited in found]),
            ),
            UNSURE,
        )
        intercept, power, curve, columns, classes = (float(w) for w in model.mean[:SHAPED])
        prior = Prior(
            float(np.exp(intercept)), power, curve, columns, classes, model.between, model.within
        )
        lines.append(",".join([learner, *(f"{value:.3g}" for value in astuple(prior))]))
        print(f"{lines[-1]}  ({len(found)} evaluations, {len(datasets)} datasets)")
    COSTS.write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main([Path(name) for name in sys.argv[1:]])

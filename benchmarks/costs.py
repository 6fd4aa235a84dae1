"""Fit mean times of a finished run and write ``runners/costs.csv``, which estimates rest on.

Usage: python benchmarks/costs.py RUN
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np

from runners.directory import RESULTS
from runners.estimate import COSTS
from runners.store.store import Store


def main(directory: Path) -> None:
    store = Store(directory / RESULTS)
    rows = store.db.execute(
        "SELECT task.learner, task.n_train * task.n_columns, avg(fit_seconds + predict_seconds)"
        " FROM evaluation JOIN task ON task.id = evaluation.task"
        " WHERE status = 'ok' GROUP BY task.learner, task.dataset"
    ).fetchall()
    lines = ["learner,scale,power"]
    for learner in sorted({row[0] for row in rows}):
        cells, seconds = np.array([row[1:] for row in rows if row[0] == learner], dtype=float).T
        slope, intercept = np.polyfit(np.log(cells), np.log(seconds), 1)
        # Time that falls with size is noise of tiny fits; beyond quadratic is a stray outlier.
        power = float(np.clip(slope, 0.0, 2.0))
        scale = float(np.exp(np.mean(np.log(seconds) - power * np.log(cells))))
        lines.append(f"{learner},{scale:.3g},{power:.3g}")
        print(f"{lines[-1]}  (slope {slope:.2f}, intercept {intercept:.2f})")
    COSTS.write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]))

"""Overhead per evaluation: frostgrid, scikit-learn's RandomizedSearchCV, and R's mlr resample.

All three fit the same configurations on the same 20 bootstrap splits of sonar, one thread each, in
one run of this script. Overhead is wall-clock time times workers minus the seconds of fits and
predictions as each system itself reports them, per evaluation. What scikit-learn reports contains
its scoring, which the others' overhead contains, so the last column compares whole evaluations.

Usage: python benchmarks/overhead.py [ROWS]    (grid rows, default 1-25; mlr needs r-cran-mlr)
"""

from __future__ import annotations

import json
import os
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

from frostgrid.base.ranges import parse_ranges
from runners.engine.process import THREAD_CAPS

os.environ |= THREAD_CAPS  # before NumPy is imported, for the two systems in this process

import numpy as np

from grids.frozen import load
from grids.space import Shape
from runners.directory import RESULTS
from runners.experiments.grid import Request, plan_grid
from runners.plan import Limits
from runners.run import create, proceed
from splits.frozen import frozen_splits
from suites.entry import dataset_entry

PYTHON, R = "sklearn_decision_tree", "rpart"
DATASET = "sonar"


@dataclass(frozen=True, slots=True)
class Timing:
    """One system's run.

    Attributes
    ----------
    system
        Which, and with how many workers.
    evaluations, wall, fits
        Their number; seconds of the whole and of all fits and predictions.
    overhead
        Milliseconds per evaluation, start of processes included.
    steady
        The same without it: between a worker's first and last result.
    """

    system: str
    evaluations: int
    wall: float
    fits: float
    overhead: float
    steady: float

    @property
    def each(self) -> float:
        """Milliseconds of processor time that an evaluation takes in all, start left out."""
        return self.steady + 1000 * self.fits / self.evaluations


def configs(learner: str, rows: tuple[int, ...]) -> list[dict[str, Any]]:
    """Different effective configurations of the rows on sonar."""
    grid = load(learner)
    dataset = dataset_entry(DATASET).load()
    shape = Shape(dataset.n_rows, dataset.n_columns)
    found = {json.dumps(grid.space.effective(grid.rows[row], shape)): None for row in rows}
    return [json.loads(text) for text in found]


def frostgrid(learner: str, rows: tuple[int, ...], workers: int, folder: Path) -> Timing:
    request = Request("demo", None, (DATASET,), (learner,), rows, (), "bootstrap")
    create(folder, plan_grid(request), Limits(600.0, 4 << 30))
    start = perf_counter()
    proceed(folder, workers, lambda _: None)
    wall = perf_counter() - start
    database = sqlite3.connect(folder / RESULTS)
    evaluations, fits = database.execute(
        "SELECT count(*), sum(fit_seconds + predict_seconds) FROM evaluation"
    ).fetchone()
    busy, later = 0.0, 0
    for first, last, count in database.execute(
        "SELECT min(finished), max(finished), count(*) FROM evaluation GROUP BY worker"
    ):
        busy += last - first
        later += count - 1
    database.close()
    return Timing(
        f"frostgrid, {workers} worker{'s' * (workers > 1)}",
        evaluations,
        wall,
        fits,
        1000 * (wall * workers - fits) / evaluations,
        1000 * (busy - fits * later / evaluations) / later,
    )


def randomized_search(rows: tuple[int, ...]) -> Timing:
    from sklearn.model_selection import RandomizedSearchCV
    from sklearn.tree import DecisionTreeClassifier

    dataset = dataset_entry(DATASET).load()
    splits = frozen_splits(dataset, "bootstrap")
    chosen = [{name: [value] for name, value in config.items()} for config in configs(PYTHON, rows)]
    search = RandomizedSearchCV(
        DecisionTreeClassifier(),
        chosen,
        n_iter=len(chosen),
        cv=[(split.train, split.test) for split in splits],
        scoring=["accuracy", "roc_auc"],
        refit=False,
        random_state=0,
    )
    start = perf_counter()
    search.fit(np.ascontiguousarray(dataset.x), dataset.y)
    wall = perf_counter() - start
    evaluations = len(chosen) * len(splits)
    means = search.cv_results_["mean_fit_time"] + search.cv_results_["mean_score_time"]
    fits = float(means.sum()) * len(splits)
    overhead = 1000 * (wall - fits) / evaluations
    return Timing("RandomizedSearchCV", evaluations, wall, fits, overhead, overhead)


def mlr(rows: tuple[int, ...], folder: Path) -> Timing:
    dataset = dataset_entry(DATASET).load()
    chosen = configs(R, rows)
    np.savetxt(folder / "x.csv", dataset.x, delimiter=",", fmt="%.17g")
    np.savetxt(folder / "y.csv", dataset.y, fmt="%d")
    for split in frozen_splits(dataset, "bootstrap"):
        np.savetxt(folder / f"train{split.index}.csv", split.train + 1, fmt="%d")
        np.savetxt(folder / f"test{split.index}.csv", split.test + 1, fmt="%d")
    calls = "\n".join(
        f"list({', '.join(f'{name} = {value!r}' for name, value in config.items())}),"
        for config in chosen
    )
    (folder / "configs.R").write_text(f"list({calls.rstrip(',')})")
    script = Path(__file__).with_name("mlr_resample.R")
    start = perf_counter()
    said = subprocess.run(
        ["Rscript", "--vanilla", str(script), str(folder)],
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    whole = perf_counter() - start
    wall, fits, evaluations = (float(part) for part in said.split()[-3:])
    return Timing(
        "mlr resample",
        int(evaluations),
        whole,
        fits,
        1000 * (whole - fits) / evaluations,
        1000 * (wall - fits) / evaluations,
    )


def main(rows: tuple[int, ...]) -> None:
    with TemporaryDirectory() as name:
        folder = Path(name)
        others: dict[str, Callable[[], Timing]] = {
            PYTHON: lambda: randomized_search(rows),
            R: lambda: mlr(rows, folder),
        }
        for learner, other in others.items():
            timings = [
                frostgrid(learner, rows, workers, folder / f"{learner}-{workers}")
                for workers in (1, 2)
            ]
            timings.append(other())
            print(f"\n{learner} on {DATASET}; the last three columns are ms per evaluation")
            heads = ("n", "wall s", "fits s", "all", "steady", "each")
            print(f"{'system':<22}" + "".join(f"{head:>9}" for head in heads))
            for t in timings:
                numbers = (t.wall, t.fits, t.overhead, t.steady, t.each)
                print(f"{t.system:<22}{t.evaluations:>9}" + "".join(f"{x:>9.2f}" for x in numbers))
            ours, peer = timings[0], timings[-1]
            print(
                f"frostgrid, 1 worker, to {peer.system}: overhead x{ours.steady / peer.steady:.2f},"
                f" whole evaluation x{ours.each / peer.each:.2f};"
                f" start {ours.wall - ours.each * ours.evaluations / 1000:.1f} s, once"
            )


if __name__ == "__main__":
    main(parse_ranges(sys.argv[1] if len(sys.argv) > 1 else "1-25", "ROWS"))

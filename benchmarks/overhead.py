"""Overhead per evaluation beside other systems, on fits of about 5 and 20 ms, in Python and in R.

Usage: python benchmarks/overhead.py [CONFIGURATIONS]    (default 50; mlr needs r-cran-mlr)

All systems fit the same configurations (rows 1 and on of the frozen grid) on the same 20 bootstrap
splits of made-up data, one thread each: a bare loop that fits, predicts and keeps nothing; the
same loop with accuracy and AUC by scikit-learn's functions; frostgrid, all of it (limits, checks,
twelve scores, commits); and scikit-learn's RandomizedSearchCV with two scores, or R's mlr with two
measures. Loops and frostgrid run in 1 and in 2 processes at once, for two cores that share a cache
are slower than one alone. Start of processes is left out and told by itself. ``each`` is the
milliseconds of one core that an evaluation takes by the clock, and ``processor`` what it uses of
them, which says more on a busy machine. ``speed`` is throughput per core beside the bare loop in as
many processes. Bars: 2 ms over fit and prediction with 2 workers; a speed of 97 % at 20 ms, of 80 %
at 5 ms.
"""

from __future__ import annotations

import json
import os
import sqlite3
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

from runners.engine.process import THREAD_CAPS

os.environ |= THREAD_CAPS  # before NumPy is imported, for the systems in this process

import numpy as np

from grids.frozen import load
from grids.space import Shape
from runners.directory import RESULTS
from runners.experiments.grid import Request, plan_grid
from runners.plan import Limits
from runners.run import create, proceed
from splits.frozen import frozen_splits
from suites.dataset import Dataset
from suites.registry import suite

PYTHON, R = "sklearn_decision_tree", "rpart"
SIZES = {PYTHON: ((1200, 40), (4200, 40)), R: ((200, 15), (800, 40))}
"""Rows and columns on which a fit takes about 5 and 20 ms."""
PROCESSES = (1, 2)


@dataclass(frozen=True, slots=True)
class Timing:
    """One system's run.

    Attributes
    ----------
    system, processes
        Which, and in how many processes at once, or with how many workers.
    evaluations
        Their number.
    each
        Milliseconds of one core per evaluation, start left out.
    fits
        Milliseconds per evaluation that the system itself calls fit and prediction.
    processor
        Milliseconds of processor time per evaluation, of all processes, start left out.
    start
        Seconds before the first evaluation.
    """

    system: str
    processes: int
    evaluations: int
    each: float
    fits: float
    processor: float
    start: float


def made_up(folder: Path, rows: int, columns: int) -> None:
    """Write a dataset with two classes that overlap."""
    random = np.random.default_rng(1)
    x = random.normal(size=(rows, columns))
    y = x[:, :3].sum(axis=1) + random.normal(size=rows) > 0
    lines = [",".join([*(f"x{j}" for j in range(columns)), "target"])]
    lines += [",".join([*(f"{v:.6f}" for v in x[i]), f"class{int(y[i])}"]) for i in range(rows)]
    (folder / "made_up.csv").write_text("\n".join(lines) + "\n")


def configs(learner: str, count: int, dataset: Dataset) -> list[dict[str, Any]]:
    """Different effective configurations of the grid's rows 1 .. ``count``."""
    grid = load(learner)
    shape = Shape(dataset.n_rows, dataset.n_columns)
    found = {json.dumps(grid.space.effective(grid.rows[i + 1], shape)): None for i in range(count)}
    return [json.loads(text) for text in found]


def used() -> float:
    """Processor seconds of this process and of those that have ended."""
    found = os.times()
    return found.user + found.system + found.children_user + found.children_system


def begun(learner: str, count: int, data: Path, run: Path) -> Path:
    request = Request(str(data), None, (), (learner,), tuple(range(1, count + 1)), (), "bootstrap")
    create(run, plan_grid(request), Limits(600.0, 4 << 30))
    return run


def frostgrid(learner: str, count: int, workers: int, data: Path, run: Path) -> Timing:
    """A few configurations first: what they take beside their fits is start, to be left out."""
    few = max(count // 5, 1)
    begun(learner, count, data, run)
    begun(learner, few, data, run / "few")
    before = used()
    proceed(run / "few", workers, lambda *_: None)
    between = used()
    start = perf_counter()
    proceed(run, workers, lambda *_: None)
    wall = perf_counter() - start
    processor = (used() - between) - (between - before)
    store = sqlite3.connect(run / "few" / RESULTS)
    (fewer,) = store.execute("SELECT count(*) FROM evaluation").fetchone()
    store.close()
    database = sqlite3.connect(run / RESULTS)
    evaluations, fits = database.execute(
        "SELECT count(*), sum(fit_seconds + predict_seconds) FROM evaluation"
    ).fetchone()
    # Between a worker's first and last result, all but its first evaluation.
    busy, later = database.execute(
        "SELECT sum(last - first), sum(rows - 1) FROM (SELECT min(finished) AS first,"
        " max(finished) AS last, count(*) AS rows FROM evaluation GROUP BY worker)"
    ).fetchone()
    database.close()
    each = busy / later
    return Timing(
        "frostgrid",
        workers,
        evaluations,
        1000 * each,
        1000 * fits / evaluations,
        1000 * processor / (evaluations - fewer),
        wall - each * evaluations / workers,
    )


def randomized_search(chosen: list[dict[str, Any]], dataset: Dataset) -> Timing:
    from sklearn.model_selection import RandomizedSearchCV
    from sklearn.tree import DecisionTreeClassifier

    splits = frozen_splits(dataset, "bootstrap")
    search = RandomizedSearchCV(
        DecisionTreeClassifier(random_state=1),
        [{name: [value] for name, value in config.items()} for config in chosen],
        n_iter=len(chosen),
        cv=[(split.train, split.test) for split in splits],
        scoring=["accuracy", "roc_auc"],
        refit=False,
        random_state=0,
    )
    start, before = perf_counter(), used()
    search.fit(np.ascontiguousarray(dataset.x), dataset.y)
    wall, processor = perf_counter() - start, used() - before
    evaluations = len(chosen) * len(splits)
    means = search.cv_results_["mean_fit_time"] + search.cv_results_["mean_score_time"]
    return Timing(
        "RandomizedSearchCV",
        1,
        evaluations,
        1000 * wall / evaluations,
        1000 * float(means.mean()),
        1000 * processor / evaluations,
        0.0,
    )


def write_for_python(chosen: list[dict[str, Any]], dataset: Dataset, folder: Path) -> None:
    rows = {
        f"{kind}{split.index}": getattr(split, kind)
        for split in frozen_splits(dataset, "bootstrap")
        for kind in ("train", "test")
    }
    np.savez(folder / "data.npz", x=np.ascontiguousarray(dataset.x), y=dataset.y, **rows)
    (folder / "configs.json").write_text(json.dumps(chosen))


def write_for_r(chosen: list[dict[str, Any]], dataset: Dataset, folder: Path) -> None:
    np.savetxt(folder / "x.csv", dataset.x, delimiter=",", fmt="%.17g")
    np.savetxt(folder / "y.csv", dataset.y, fmt="%d")
    for split in frozen_splits(dataset, "bootstrap"):
        np.savetxt(folder / f"train{split.index}.csv", split.train + 1, fmt="%d")
        np.savetxt(folder / f"test{split.index}.csv", split.test + 1, fmt="%d")
    calls = [
        f"list({', '.join(f'{name} = {value!r}' for name, value in config.items())})"
        for config in chosen
    ]
    (folder / "configs.R").write_text("list(" + ", ".join(calls) + ")")


def loops(system: str, processes: int, *command: object) -> Timing:
    """``command`` that prints its seconds, in ``processes`` at once."""
    start = perf_counter()
    started = [
        subprocess.Popen([*map(str, command)], stdout=subprocess.PIPE, text=True)
        for _ in range(processes)
    ]
    said = [process.communicate()[0] for process in started]
    whole = perf_counter() - start
    if any(process.returncode for process in started):
        raise SystemExit(f"{system} failed: {command}")
    found = np.array([[float(part) for part in text.split()[-4:]] for text in said])
    seconds, evaluations = found[:, :3].sum(axis=0), int(found[:, 3].sum())
    each, processor, fits = (1000 * float(part) / evaluations for part in seconds)
    start = whole - float(found[:, 0].max())
    return Timing(system, processes, evaluations, each, fits, processor, start)


def script(name: str, *arguments: object) -> tuple[object, ...]:
    runner = [sys.executable] if name.endswith(".py") else ["Rscript", "--vanilla"]
    return *runner, Path(__file__).with_name(name), *arguments


def compare(learner: str, count: int, size: tuple[int, int]) -> None:
    with TemporaryDirectory() as name:
        data, files = Path(name, "data"), Path(name, "files")
        data.mkdir()
        files.mkdir()
        made_up(data, *size)
        dataset = suite(str(data)).references[0].load()
        chosen = configs(learner, count, dataset)
        if learner == PYTHON:
            write_for_python(chosen, dataset, files)
            bare = script("bare_loop.py", files)
            others = [loops("with two scores", n, *bare, "scores") for n in PROCESSES]
            others.append(randomized_search(chosen, dataset))
        else:
            write_for_r(chosen, dataset, files)
            adapter = Path(__file__).parents[1] / "r_bridge" / "R" / f"{learner}.R"
            bare = script("bare_loop.R", files, adapter)
            others = [loops("mlr resample", 1, *script("mlr_resample.R", files))]
        least = {n: loops("bare loop", n, *bare) for n in PROCESSES}
        ours = [frostgrid(learner, count, n, data, Path(name, f"run{n}")) for n in PROCESSES]
    print(
        f"\n{learner}, {size[0]} x {size[1]}; ms per evaluation, those of the processor also beyond"
        " the bare loop's, and speed per core beside it"
    )
    heads = ("processes", "n", "each", "beside fits", "processor", "more", "speed", "start s")
    print(f"{'system':<20}" + "".join(f"{head:>12}" for head in heads))
    for t in (*least.values(), *others, *ours):
        beside = least[t.processes]
        print(
            f"{t.system:<20}{t.processes:>12}{t.evaluations:>12,}{t.each:>12.2f}"
            f"{t.each - t.fits:>12.2f}{t.processor:>12.2f}{t.processor - beside.processor:>12.2f}"
            f"{beside.each / t.each:>12.0%}{t.start:>12.1f}",
            flush=True,
        )


def main(count: int) -> None:
    for learner, sizes in SIZES.items():
        for size in sizes:
            compare(learner, count, size)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 50)

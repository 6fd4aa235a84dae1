"""Time and memory of a large mixed dataset on its way from a file through a split into R.

Usage: python benchmarks/large_data.py [ROWS] [COLUMNS] [parquet|csv]

Half of the columns are numbers, half are words with 2 to 20 levels, and one cell in a hundred is
missing. Every step is timed in one fresh process; the peak of its memory, counted from before the
file is opened, is compared with the size of the numbers (rows x columns x 8 bytes) and with what
pandas takes for the same table.
R and the learner's package have been started before, as in a worker.
"""

from __future__ import annotations

import os
import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter, process_time

from runners.engine.process import THREAD_CAPS

os.environ |= THREAD_CAPS  # before NumPy is imported

import numpy as np
import pandas as pd


def written(folder: Path, rows: int, columns: int, ending: str) -> Path:
    """A file with a made-up dataset."""
    random = np.random.default_rng(1)
    table: dict[str, object] = {}
    for j in range(columns):
        if j % 2:
            words = np.array([f"level {i}" for i in range(2 + j % 19)], dtype=object)
            values = words[random.integers(len(words), size=rows)]
            values[random.random(rows) < 0.01] = None
        else:
            values = random.normal(size=rows)
            values[random.random(rows) < 0.01] = np.nan
        table[f"column {j}"] = values
    table["target"] = random.choice(["no", "yes"], rows)
    path = folder / f"large.{ending}"
    frame = pd.DataFrame(table)
    if ending == "parquet":
        frame.to_parquet(path)
    else:
        frame.to_csv(path, index=False)
    return path


def measure(path: Path) -> None:
    """Take the way, and print seconds of each step and the peak of memory."""
    import pandas  # noqa: F401 - what a worker has loaded before it meets data
    import pyarrow.parquet  # noqa: F401
    import scipy.linalg  # noqa: F401

    from r_bridge.session import start
    from runners.fold import Fold
    from runners.memory import peak, reset_peak
    from runners.prepare import prepare
    from runners.preprocessing import Preprocessing
    from runners.registry import learners
    from splits.frozen import frozen_split
    from suites.folder import load_file

    start()
    learner = learners()["ranger"]
    learner.load(Fold(np.eye(2), np.array([0, 1], np.int32), np.eye(2), 2, (0, 0)))
    reset_peak()
    before = peak()
    marks = [("", perf_counter(), process_time())]

    def mark(step: str) -> None:
        marks.append((step, perf_counter(), process_time()))

    dataset = load_file(path)
    mark("load")
    split = frozen_split(dataset, "bootstrap", 0)
    mark("split")
    preprocessing = Preprocessing.parse(str(learner.preprocessing))
    prepared = prepare(dataset, split.train, split.test, preprocessing)
    mark("prepare")
    data = learner.load(prepared.fold)
    mark("to R")
    assert data is not None
    size = dataset.x.nbytes
    for old, new in [*pairwise(marks), (marks[0], ("all", *marks[-1][1:]))]:
        print(f"{new[0]:<8} {new[1] - old[1]:7.2f} s   {new[2] - old[2]:7.2f} s of a processor")
    grown = peak() - before
    print(
        f"memory   {grown / 1e6:7.0f} MB, {grown / size:.1f} x the {size / 1e6:.0f} MB of numbers"
    )
    table = pd.read_parquet(path) if path.suffix == ".parquet" else pd.read_csv(path)
    plain = int(table.memory_usage(deep=True).sum())
    print(
        f"         {grown / plain:7.2f} x the {plain / 1e6:.0f} MB that pandas takes for the table"
    )
    print("bars: 3 s, and 3 x the table")


def main(rows: int, columns: int, ending: str) -> None:
    with TemporaryDirectory() as name:
        path = written(Path(name), rows, columns, ending)
        print(f"{rows:,} x {columns} mixed, {ending}, {path.stat().st_size / 1e6:.0f} MB on disk")
        subprocess.run([sys.executable, __file__, "--measure", str(path)], check=True)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--measure"]:
        measure(Path(sys.argv[2]))
    else:
        asked = [*sys.argv[1:], *("100000", "50", "parquet")[len(sys.argv) - 1 :]]
        main(int(asked[0]), int(asked[1]), asked[2])

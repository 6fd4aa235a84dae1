"""Time and memory of a large mixed dataset on its way from a file through its first split into R.

Usage: python benchmarks/large_data.py [ROWS] [COLUMNS]

Half of the columns are numbers, half are words with 5 to 20 levels, and one cell in a hundred is
missing. Every line of the table is one fresh process, in which R and the learner's package have
been started before, as in a worker. Seconds are those of the processor. Memory is the peak of the
process above what it held before the file was opened, as a multiple of the numbers (rows x columns
x 8 bytes); "needed" is what the dataset and R's own copy of the split hold in the end.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from itertools import pairwise, product
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time

from runners.engine.process import THREAD_CAPS

os.environ |= THREAD_CAPS  # before NumPy is imported

import numpy as np
import pandas as pd

LEARNERS = ("ranger", "glmnet")
"""One takes categories as they are, in a data frame, the other 0/1 columns, in a matrix."""


def table(rows: int, columns: int) -> pd.DataFrame:
    """A made-up dataset."""
    random = np.random.default_rng(1)
    found: dict[str, object] = {}
    for j in range(columns):
        if j % 2:
            words = np.array([f"level {i}" for i in range(5 + j // 2 % 16)], dtype=object)
            values = words[random.integers(len(words), size=rows)]
            values[random.random(rows) < 0.01] = None
        else:
            values = random.normal(size=rows)
            values[random.random(rows) < 0.01] = np.nan
        found[f"column {j}"] = values
    found["target"] = random.choice(["no", "yes"], rows)
    return pd.DataFrame(found)


def blanks(frame: pd.DataFrame, path: Path) -> None:
    """Write CSV with a blank after every comma, which the full parser has to read."""
    text = frame.to_csv(index=False).replace(",", ", ")
    path.write_text(text, encoding="utf-8")


WAYS: dict[str, tuple[str, Callable[[pd.DataFrame, Path], object]]] = {
    "Parquet": (".parquet", lambda frame, path: frame.to_parquet(path)),
    "CSV": (".csv", lambda frame, path: frame.to_csv(path, index=False)),
    "CSV, quoted texts": (".csv", lambda frame, path: frame.to_csv(path, index=False, quoting=2)),
    "CSV, blanks after commas": (".csv", blanks),
}


def measure(way: str, path: Path, name: str) -> None:
    """Take the way, and print a line."""
    import pandas  # noqa: F401 - what a worker has loaded before it meets data
    import pyarrow.csv
    import pyarrow.parquet  # noqa: F401
    import scipy.linalg  # noqa: F401

    from r_bridge.session import start
    from runners.fold import Fold
    from runners.memory import peak, reset_peak
    from runners.prepare import prepare
    from runners.registry import learners
    from splits.frozen import frozen_split
    from suites.folder import load_file

    start()
    learner = learners()[name]
    learner.load(Fold(np.eye(2), np.array([0, 1], np.int32), np.eye(2), 2, (0, 0)))
    reset_peak()
    before = peak()
    marks = [process_time()]
    dataset = load_file(path)
    marks.append(process_time())
    split = frozen_split(dataset, "bootstrap", 0)
    marks.append(process_time())
    prepared = prepare(dataset, split.train, split.test, learner.preprocessing)
    marks.append(process_time())
    data = learner.load(prepared.fold)
    marks.append(process_time())
    assert data is not None
    grown = (peak() - before) / dataset.x.nbytes
    per_row = sum(4 if count else 8 for count in prepared.fold.levels)
    needed = 1 + per_row * (len(split.train) + len(split.test)) / dataset.x.nbytes
    steps = [later - earlier for earlier, later in pairwise(marks)]
    seconds = " | ".join(f"{step:.2f}" for step in [*steps, sum(steps)])
    print(f"| {way} | `{name}` | {seconds} | {grown:.1f} x | {needed:.1f} x |", flush=True)


def main(rows: int, columns: int) -> None:
    frame = table(rows, columns)
    numbers = rows * columns * 8
    plain = int(frame.memory_usage(deep=True).sum())
    print(f"{rows:,} x {columns} mixed: {numbers / 1e6:.0f} MB of numbers,", end=" ")
    print(f"{plain / 1e6:.0f} MB as pandas holds it; bars: 3 s, 3 x", flush=True)
    print("| file | learner | read | split | prepare | to R | all, s | memory | needed |")
    print("|---|---|---|---|---|---|---|---|---|", flush=True)
    with TemporaryDirectory() as folder:
        for (way, (ending, write)), name in product(WAYS.items(), LEARNERS):
            path = Path(folder) / f"large{ending}"
            if name == LEARNERS[0]:
                write(frame, path)
            subprocess.run(
                [sys.executable, __file__, "--measure", way, str(path), name], check=True
            )


if __name__ == "__main__":
    if sys.argv[1:2] == ["--measure"]:
        measure(sys.argv[2], Path(sys.argv[3]), sys.argv[4])
    else:
        asked = [*sys.argv[1:], *("100000", "50")[len(sys.argv) - 1 :]]
        main(int(asked[0]), int(asked[1]))

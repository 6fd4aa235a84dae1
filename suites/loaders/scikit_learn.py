"""The toy datasets of scikit-learn, whose import would take every process a second or two."""

from __future__ import annotations

import gzip
from pathlib import Path

import pandas as pd

from suites.loader import CLASS, LOADERS, Loader
from suites.package_files import package_file
from suites.parse import parse


def _read(files: tuple[str, ...], columns: tuple[str, ...]) -> pd.DataFrame:
    tables = [_table(package_file("sklearn", f"datasets/data/{file}")) for file in files]
    table = pd.concat(tables, ignore_index=True)
    names = columns or [*(f"V{j}" for j in range(1, table.shape[1])), CLASS]
    return table.set_axis(names, axis=1)


def _table(path: Path) -> pd.DataFrame:
    """One file, the class last; a first line of counts and names says what its codes mean."""
    with gzip.open(path, "rt") if path.suffix == ".gz" else path.open() as lines:
        names = [field for field in lines.readline().strip().split(",") if not field.isdecimal()]
    table = parse(path, separator=",", missing=(), skip=1 if names else 0)
    if names:
        last = table.shape[1] - 1
        table[last] = [names[code] for code in table[last]]
    return table


SCIKIT_LEARN = LOADERS.add(Loader("scikit_learn", package="scikit-learn", read=_read))

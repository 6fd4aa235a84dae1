"""Datasets from the user's own files: CSV, Parquet, ARFF."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pandas as pd

from frostgrid.base.errors import FrostgridError
from suites.dataset import About, Dataset
from suites.formats.arff_file import read_arff
from suites.formats.csv_file import read_csv
from suites.formats.parquet_file import read_parquet
from suites.table import from_frame

READERS: dict[str, Callable[[Path], pd.DataFrame]] = {
    ".csv": read_csv,
    ".csv.gz": read_csv,
    ".parquet": read_parquet,
    ".arff": read_arff,
}
"""Reader of each file name suffix."""

TARGETS = ("target", "class")
"""Names, in any case, that make a column the target where the user names none; in this order."""


def dataset_files(path: Path) -> dict[str, Path]:
    """Dataset files by dataset name, sorted: the file ``path``, or those right inside a folder.

    No file is opened. Files of other kinds in a folder do not count.
    """
    candidates = sorted(path.iterdir()) if path.is_dir() else [path]
    files: dict[str, Path] = {}
    for candidate in candidates:
        suffix = _suffix(candidate)
        if not suffix or not candidate.is_file():
            continue
        name = candidate.name[: -len(suffix)]
        if name in files:
            raise FrostgridError(
                f"{files[name]} and {candidate} are both named {name!r}", hint="rename one"
            )
        files[name] = candidate
    if not files:
        raise FrostgridError(
            f"{path} holds no dataset" if path.exists() else f"{path} does not exist",
            hint=f"datasets are files named *{', *'.join(READERS)}",
        )
    return files


def load_file(path: Path, target: str | None = None) -> Dataset:
    """Dataset in the file ``path``.

    Parameters
    ----------
    target
        Column with the classes; None takes the one named ``target``, else the one named ``class``.
    """
    suffix = _suffix(path)
    if not path.exists():
        raise FrostgridError(f"{path} does not exist", hint="was it moved?")
    if not suffix or not path.is_file():
        raise FrostgridError(
            f"{path} is not a dataset file", hint=f"it should be named *{', *'.join(READERS)}"
        )
    frame = READERS[suffix](path)
    if target is None:
        target = _find_target([str(found) for found in frame.columns], path)
    return from_frame(frame, target, path.name[: -len(suffix)], About(source=str(path)))


def _suffix(path: Path) -> str:
    return next((suffix for suffix in READERS if path.name.lower().endswith(suffix)), "")


def _find_target(columns: list[str], path: Path) -> str:
    for wanted in TARGETS:
        found = [name for name in columns if name.lower() == wanted]
        if len(found) == 1:
            return found[0]
        if found:
            raise FrostgridError(
                f"{path} has {len(found)} columns that may be the target: {', '.join(found)}",
                hint="name the target column (--target)",
            )
    shown = ", ".join(columns[:20]) + (", ..." if len(columns) > 20 else "")
    raise FrostgridError(
        f"{path} has no column named {' or '.join(TARGETS)}",
        hint=f"name the target column (--target), one of: {shown}",
    )

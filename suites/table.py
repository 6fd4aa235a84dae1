"""A dataset from a pandas table, checked."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pandas as pd

from frostgrid.base.arrays import FloatMatrix
from frostgrid.base.errors import FrostgridError, UnknownNameError
from suites.columns import column, labels
from suites.dataset import About, Dataset


def from_frame(frame: pd.DataFrame, target: str, name: str, about: About) -> Dataset:
    """Turn a table into a dataset; see :func:`suites.columns.column` for what each dtype means.

    Parameters
    ----------
    frame
        Any pandas table; its index does not count.
    target
        Name of the column that holds the classes. Rows without one are dropped, and counted in
        ``about.unlabelled``.
    name, about
        Name and provenance of the dataset.

    Raises
    ------
    FrostgridError
        One line for whatever makes the table useless as a classification task.
    """
    names = _names(frame, name)
    if target not in names:
        raise UnknownNameError(f"column of {name}", target, names)
    if len(names) == 1:
        raise FrostgridError(f"{name} has no column besides its target {target!r}", hint="add some")
    if frame.empty:
        raise FrostgridError(f"{name} has no rows", hint="check how it was written")
    y, classes = labels(frame.iloc[:, names.index(target)], f"{name}: target {target!r}")
    labelled = ~np.isnan(y)
    _check_classes(y[labelled].astype(np.int32), classes, f"{name}: target {target!r}")

    features = [j for j, found in enumerate(names) if found != target]
    x: FloatMatrix = np.empty((int(labelled.sum()), len(features)), order="F")
    levels: list[tuple[str, ...] | None] = []
    for position, j in enumerate(features):
        numbers, found_levels = column(frame.iloc[:, j], f"{name}: column {names[j]!r}")
        x[:, position] = numbers[labelled]
        levels.append(found_levels)
    if not any(_varies(x[:, j]) for j in range(len(features))):
        raise FrostgridError(
            f"{name}: every column is constant, so there is nothing to learn from",
            hint="check how it was written, or leave this dataset out",
        )
    return Dataset(
        name=name,
        columns=tuple(names[j] for j in features),
        levels=tuple(levels),
        x=x,
        y=y[labelled].astype(np.int32),
        classes=classes,
        about=replace(about, unlabelled=int((~labelled).sum())),
    )


def _names(frame: pd.DataFrame, name: str) -> list[str]:
    names = [str(found) for found in frame.columns]
    for position, found in enumerate(names):
        if not found.strip():
            raise FrostgridError(
                f"{name}: column {position + 1} has no name",
                hint="name it, or drop it if it is an index",
            )
        if found in names[:position]:
            raise FrostgridError(f"{name}: two columns are named {found!r}", hint="rename one")
    return names


def _check_classes(
    y: np.ndarray[tuple[int], np.dtype[np.int32]], classes: tuple[str, ...], where: str
) -> None:
    if len(classes) == 0:
        raise FrostgridError(f"{where} is missing in every row", hint="name another target column")
    if len(classes) == 1:
        raise FrostgridError(
            f"{where} has one class only, {classes[0]!r}", hint="name another target column"
        )
    single = [classes[code] for code in np.flatnonzero(np.bincount(y) == 1)]
    if single:
        some = ", ".join(map(repr, single[:3])) + (", ..." if len(single) > 3 else "")
        raise FrostgridError(
            f"{where}: {len(single)} of {len(classes)} classes"
            f" {'has' if len(single) == 1 else 'have'} a single row ({some})",
            hint="merge or drop them, or name another target column",
        )


def _varies(numbers: FloatMatrix) -> bool:
    present = numbers[~np.isnan(numbers)]
    return present.size > 0 and bool((present != present[0]).any())

"""Imputation, encoding and scaling of one split, fitted on its training rows alone."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from frostgrid.base.arrays import FloatVector, IndexVector, LabelVector
from frostgrid.base.errors import NotApplicableError
from runners.fold import Fold
from runners.onehot import onehot
from runners.preprocessing import Preprocessing
from suites.dataset import Dataset


@dataclass(frozen=True, slots=True, eq=False)
class Prepared:
    """A fold, and what it takes to read a learner's answer in the classes of the task.

    Attributes
    ----------
    fold
        What learners see.
    seen
        Task class code of every class code of the fold, ascending, shape ``(fold.n_classes,)``.
    y_test
        Task class codes of the test rows, shape ``(m,)``.
    n_classes
        Classes of the task.
    """

    fold: Fold
    seen: LabelVector
    y_test: LabelVector
    n_classes: int


@dataclass(frozen=True, slots=True, eq=False)
class _Column:
    """Training and test values of one prepared column; ``levels`` as in ``Fold``."""

    train: FloatVector
    test: FloatVector
    levels: int = 0


def prepare(
    dataset: Dataset, train: IndexVector, test: IndexVector, preprocessing: Preprocessing
) -> Prepared:
    """Prepare the rows ``train`` (repeats count) and ``test`` of ``dataset``.

    Missing numbers become the median and missing categories the most frequent level (the first
    on ties) of the training rows. A level without training rows counts as missing, so the
    levels that remain are recoded to those seen. A column that is missing in every training row
    becomes the number 0 throughout: no column is ever dropped. Only numeric columns are scaled;
    one that is constant in training becomes 0, in test rows too.

    Raises
    ------
    NotApplicableError
        ``one_class``: the training rows have one class. ``not_finite``: a column has values
        that are infinite or beyond what float32 holds, perhaps only after scaling.
    """
    seen, codes = np.unique(dataset.y[train], return_inverse=True)
    if len(seen) < 2:
        only = dataset.classes[seen[0]]
        raise NotApplicableError("one_class", f"every training row is of class {only!r}")
    x_train = np.empty((len(train), dataset.n_columns), order="F")
    x_test = np.empty((len(test), dataset.n_columns), order="F")
    counts = []
    for j, (name, levels) in enumerate(zip(dataset.columns, dataset.levels, strict=True)):
        values = dataset.x[:, j]
        column = _filled(values[train], values[test], levels)
        _refuse_beyond(np.finfo(float).max, name, column)
        if not column.levels and preprocessing.scaling != "none":
            column = _standard(column) if preprocessing.scaling == "standard" else _minmax(column)
        _refuse_beyond(_LARGEST, name, column)
        x_train[:, j], x_test[:, j] = column.train, column.test
        counts.append(column.levels)
    fold = Fold(
        x_train=x_train,
        y_train=codes.astype(np.int32),
        x_test=x_test,
        n_classes=len(seen),
        levels=tuple(counts),
    )
    if preprocessing.encoding == "onehot":
        fold = onehot(fold)
    return Prepared(fold, seen.astype(np.int32), dataset.y[test], len(dataset.classes))


def _filled(train: FloatVector, test: FloatVector, levels: tuple[str, ...] | None) -> _Column:
    known = ~np.isnan(train)
    observed = train[known]
    if not len(observed):
        return _Column(np.zeros(len(train)), np.zeros(len(test)))
    if levels is None:
        fill = np.nan
        if len(observed) < len(train) or np.isnan(test).any():
            fill = float(np.median(observed))
        return _Column(np.where(known, train, fill), np.where(np.isnan(test), fill, test))
    counts = np.bincount(observed.astype(np.intp), minlength=len(levels))
    # NaN marks a level without training rows; the last place stands for a missing value.
    code = np.append(np.where(counts > 0, np.cumsum(counts > 0) - 1.0, np.nan), np.nan)
    code[np.isnan(code)] = code[counts.argmax()]
    missing = len(levels)
    return _Column(
        code[np.where(known, train, missing).astype(np.intp)],
        code[np.where(np.isnan(test), missing, test).astype(np.intp)],
        int((counts > 0).sum()),
    )


_LARGEST = 1e38
"""Many packages compute in float32, which ends at 3.4e38; sums need room, too."""


def _refuse_beyond(largest: float, name: str, column: _Column) -> None:
    if not all((np.abs(part) <= largest).all() for part in (column.train, column.test)):
        raise NotApplicableError("not_finite", f"column {name!r} has values too large to use")


def _zero(column: _Column) -> _Column:
    return _Column(np.zeros(len(column.train)), np.zeros(len(column.test)))


def _minmax(column: _Column) -> _Column:
    low, high = float(column.train.min()), float(column.train.max())
    if low == high:
        return _zero(column)
    # Halves, because the width of the range of a double is no double.
    width = high / 2 - low / 2
    with np.errstate(over="ignore"):
        train, test = (
            np.clip((values / 2 - low / 2) / width, 0.0, 1.0)
            for values in (column.train, column.test)
        )
    return _Column(train, test)


def _standard(column: _Column) -> _Column:
    # Equal values differ from their own mean by rounding: compare them, not their deviation.
    if column.train.min() == column.train.max():
        return _zero(column)
    # Squares of very large or very small numbers leave the range of a double.
    largest = np.abs(column.train).max()
    train = column.train / largest
    centre, width = train.mean(), train.std()
    with np.errstate(over="ignore"):
        return _Column((train - centre) / width, (column.test / largest - centre) / width)

"""Imputation, encoding and scaling of one split, fitted on its training rows alone."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from frostgrid.base.arrays import FloatMatrix, FloatVector, IndexVector, LabelVector
from frostgrid.base.errors import NotApplicableError
from runners.fold import Fold
from runners.onehot import onehot
from runners.preprocessing import Preprocessing
from runners.steps import Step, imputation, minmax, standard, then
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
class _Rows:
    """Prepared columns of the rows ``rows`` of ``x``, worked out when they are asked for."""

    x: FloatMatrix
    rows: IndexVector
    steps: tuple[Step, ...]

    def __len__(self) -> int:
        return len(self.rows)

    @property
    def T(self) -> Iterator[FloatVector]:  # noqa: N802 - as NumPy has it
        for values, step in zip(self.x.T, self.steps, strict=True):
            yield step(values.take(self.rows))


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
    steps, counts = [], []
    for j, (name, levels) in enumerate(zip(dataset.columns, dataset.levels, strict=True)):
        parts = dataset.x[:, j].take(train), dataset.x[:, j].take(test)
        step, count = imputation(*parts, levels)
        parts = step(parts[0]), step(parts[1])
        _refuse_beyond(np.finfo(float).max, name, *parts)
        if not count and preprocessing.scaling != "none":
            scale = (standard if preprocessing.scaling == "standard" else minmax)(parts[0])
            parts = scale(parts[0]), scale(parts[1])
            step = then(step, scale)
        _refuse_beyond(_LARGEST, name, *parts)
        steps.append(step)
        counts.append(count)
    fold = Fold(
        x_train=_Rows(dataset.x, train, tuple(steps)),
        y_train=codes.astype(np.int32),
        x_test=_Rows(dataset.x, test, tuple(steps)),
        n_classes=len(seen),
        levels=tuple(counts),
    )
    if preprocessing.encoding == "onehot":
        fold = onehot(fold)
    return Prepared(fold, seen.astype(np.int32), dataset.y[test], len(dataset.classes))


_LARGEST = 1e38
"""Many packages compute in float32, which ends at 3.4e38; sums need room, too."""


def _refuse_beyond(largest: float, name: str, *parts: FloatVector) -> None:
    if not all((np.abs(part) <= largest).all() for part in parts):
        raise NotApplicableError("not_finite", f"column {name!r} has values too large to use")

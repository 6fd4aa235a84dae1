"""What may be wrong with a dataset: missing and repeated rows, constant columns, leaks, copies."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from frostgrid.base.arrays import FloatVector, LabelVector
from suites.dataset import Dataset
from suites.overlap import Signatures, overlap, signatures

LEAK_AUC = 0.999
"""A column whose values order two classes this well or better tells the class by itself."""

ROWS_PER_VALUE = 10
"""Values of a leaking category hold this many rows on average, or it may be an identifier."""

COPY_SHARE = 0.5
"""Datasets that share this part of the smaller one's rows, or more, are near-duplicates."""


@dataclass(frozen=True, slots=True)
class Health:
    """Findings about a dataset.

    Attributes
    ----------
    rows, columns
        Their numbers, without the target.
    numeric, categorical
        Columns of each type.
    missing
        Missing cells.
    classes
        Rows of every class, in the order of ``Dataset.classes``.
    duplicate_rows
        Rows equal to an earlier one, class included; missing cells equal each other.
    constant_columns
        Columns with one value in all rows, or with none.
    leaking_columns
        Columns that tell the class by themselves. A numeric one does if ``k - 1`` thresholds
        separate all ``k`` classes, or if its AUC for two classes, in either direction, is
        ``LEAK_AUC`` or more. Any column does if each of its values occurs with one class only
        and ``ROWS_PER_VALUE`` rows share a value on average. Missing is a value of its own, below
        all numbers.
    near_duplicates
        Other datasets with the share of rows in common, largest first; see ``suites.overlap``.
    """

    rows: int
    columns: int
    numeric: int
    categorical: int
    missing: int
    classes: tuple[tuple[str, int], ...]
    duplicate_rows: int
    constant_columns: tuple[str, ...]
    leaking_columns: tuple[str, ...]
    near_duplicates: tuple[tuple[str, float], ...]

    @property
    def problems(self) -> tuple[str, ...]:
        """The findings that deserve a second look, one short text each."""
        found = []
        if self.duplicate_rows:
            found.append(f"{self.duplicate_rows} duplicate rows")
        if self.constant_columns:
            found.append(f"constant: {', '.join(self.constant_columns)}")
        if self.leaking_columns:
            found.append(f"leaking: {', '.join(self.leaking_columns)}")
        found += [f"{share:.0%} of rows shared with {name}" for name, share in self.near_duplicates]
        return tuple(found)


def examine(dataset: Dataset, others: Iterable[Signatures] = ()) -> Health:
    """Health of ``dataset``; ``others`` are what it may be a copy of, itself not among them."""
    counts = np.bincount(dataset.y, minlength=len(dataset.classes))
    return Health(
        rows=dataset.n_rows,
        columns=dataset.n_columns,
        numeric=dataset.n_columns - dataset.n_categorical,
        categorical=dataset.n_categorical,
        missing=dataset.n_missing,
        classes=tuple(zip(dataset.classes, map(int, counts), strict=True)),
        duplicate_rows=_duplicates(dataset),
        constant_columns=tuple(
            name
            for name, column in zip(dataset.columns, dataset.x.T, strict=True)
            if len(np.unique(column)) == 1
        ),
        leaking_columns=tuple(
            name
            for name, levels, column in zip(
                dataset.columns, dataset.levels, dataset.x.T, strict=True
            )
            if _leaks(column, dataset.y, len(dataset.classes), numeric=levels is None)
        ),
        near_duplicates=copies(signatures(dataset), others),
    )


def copies(own: Signatures, others: Iterable[Signatures]) -> tuple[tuple[str, float], ...]:
    """Which of ``others`` share ``COPY_SHARE`` of the rows or more, and how many, largest first."""
    shares = ((other.name, overlap(own, other)) for other in others)
    found = [(name, share) for name, share in shares if share >= COPY_SHARE]
    return tuple(sorted(found, key=lambda pair: (-pair[1], pair[0])))


def _duplicates(dataset: Dataset) -> int:
    rows = np.column_stack([dataset.x, dataset.y]) + 0.0  # -0.0 becomes 0.0
    rows[np.isnan(rows)] = np.nan  # one NaN
    return len(rows) - len({row.tobytes() for row in rows})


def _leaks(column: FloatVector, y: LabelVector, n_classes: int, *, numeric: bool) -> bool:
    found, position = np.unique(np.nan_to_num(column, nan=-np.inf), return_inverse=True)
    if len(found) == 1:
        return False
    table = np.bincount(position * n_classes + y, minlength=len(found) * n_classes)
    table = table.reshape(len(found), n_classes)
    pure = bool(((table > 0).sum(axis=1) == 1).all())
    if pure and len(found) * ROWS_PER_VALUE <= len(y):
        return True
    if not numeric:
        return False
    if pure and int((np.diff(table.argmax(axis=1)) != 0).sum()) == n_classes - 1:
        return True
    return n_classes == 2 and _auc(table) >= LEAK_AUC


def _auc(table: np.ndarray[tuple[int, int], np.dtype[np.int64]]) -> float:
    """Mann-Whitney statistic of two classes over ordered values, ties counted half."""
    first, second = table.T.astype(np.float64)
    below = np.cumsum(first) - first / 2
    auc = float((second * below).sum() / (first.sum() * second.sum()))
    return max(auc, 1 - auc)

"""Imputation and scaling of one column, fitted on its training values."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from frostgrid.base.arrays import FloatVector

Step = Callable[[FloatVector], FloatVector]
"""New values of a column from those of the dataset, or from those of an earlier step."""


def imputation(
    train: FloatVector, test: FloatVector, levels: tuple[str, ...] | None
) -> tuple[Step, int]:
    """How to fill in, and to recode levels, and how many levels remain; 0 for numbers.

    Parameters
    ----------
    train, test
        Values of the dataset, NaN where missing. Of ``test`` only this counts: whether any is.
    levels
        Of the dataset; None for numbers.
    """
    known = ~np.isnan(train)
    observed = train[known]
    if not len(observed):
        return _zeros, 0
    if levels is None:
        if len(observed) == len(train) and not np.isnan(test).any():
            return _same, 0
        fill = float(np.median(observed))
        return lambda values: np.where(np.isnan(values), fill, values), 0
    counts = np.bincount(observed.astype(np.intp), minlength=len(levels))
    # NaN marks a level without training rows; the last place stands for a missing value.
    code = np.append(np.where(counts > 0, np.cumsum(counts > 0) - 1.0, np.nan), np.nan)
    code[np.isnan(code)] = code[counts.argmax()]
    missing = len(levels)
    return (
        lambda values: code[np.where(np.isnan(values), missing, values).astype(np.intp)],
        int((counts > 0).sum()),
    )


def minmax(train: FloatVector) -> Step:
    """To 0 .. 1, values beyond the ends of ``train`` cut off."""
    low, high = float(train.min()), float(train.max())
    if low == high:
        return _zeros
    # Halves, because the width of the range of a double is no double.
    width = high / 2 - low / 2

    def scale(values: FloatVector) -> FloatVector:
        with np.errstate(over="ignore"):
            return np.clip((values / 2 - low / 2) / width, 0.0, 1.0)

    return scale


def standard(train: FloatVector) -> Step:
    """To mean 0 and variance 1 of ``train``."""
    # Equal values differ from their own mean by rounding: compare them, not their deviation.
    if train.min() == train.max():
        return _zeros
    # Squares of very large or very small numbers leave the range of a double.
    largest = np.abs(train).max()
    shares = train / largest
    centre, width = shares.mean(), shares.std()

    def scale(values: FloatVector) -> FloatVector:
        with np.errstate(over="ignore"):
            scaled: FloatVector = (values / largest - centre) / width
        return scaled

    return scale


def then(first: Step, second: Step) -> Step:
    """``first`` and then ``second``."""
    return lambda values: second(first(values))


def _same(values: FloatVector) -> FloatVector:
    return values


def _zeros(values: FloatVector) -> FloatVector:
    return np.zeros(len(values))

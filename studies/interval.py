"""Confidence intervals of mean differences."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from frostgrid.base.arrays import FloatVector

LEVEL = 0.95


@dataclass(frozen=True, slots=True)
class Interval:
    """A mean and its 95 % confidence interval.

    Attributes
    ----------
    mean
        Of the differences.
    low, high
        Ends of the interval; None where one difference says nothing of its own spread.
    """

    mean: float
    low: float | None
    high: float | None


def over_splits(differences: FloatVector, test_to_train: float) -> Interval:
    """Mean difference of two learners on one dataset, from overlapping splits.

    Splits of one dataset share rows, so that their differences are correlated and the usual
    interval is too short. The variance of the mean is taken as ``(1 / J + n_test / n_train) S**2``
    with ``J`` splits and ``S**2`` the sample variance of their differences; degrees of freedom are
    ``J - 1``.

    The interval is for the mean difference over samples of this size from the dataset's source, not
    for other datasets. It has its level if differences are normal and the correlation of two splits
    is ``n_test / (n_test + n_train)``, a guess that no sample can check: it tends to be long where
    learners are stable. Where all differences are equal it has no length, and says only that no
    difference was seen.

    Parameters
    ----------
    differences
        One per split, shape ``(J,)``.
    test_to_train
        Test rows over training rows.

    References
    ----------
    Nadeau and Bengio (2003), Inference for the generalization error, Machine Learning 52, sec. 3.
    """
    return _interval(differences, 1 / len(differences) + test_to_train)


def over_datasets(differences: FloatVector) -> Interval:
    """Mean of one difference per dataset, shape ``(D,)``, with Student's interval.

    It is for the mean over datasets of the kind that these were drawn from; two or three datasets
    make it long.
    """
    return _interval(differences, 1 / len(differences))


def _interval(differences: FloatVector, factor: float) -> Interval:
    from scipy.stats import t

    mean, n = float(np.mean(differences)), len(differences)
    if n < 2:
        return Interval(mean, None, None)
    quantile = float(t.ppf((1 + LEVEL) / 2, n - 1))
    half = quantile * float(np.sqrt(factor * np.var(differences, ddof=1)))
    return Interval(mean, mean - half, mean + half)

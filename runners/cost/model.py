"""Regression of log seconds on the shape of data and the configuration, one learner at a time.

``log seconds = w . x + u(dataset) + e`` with normal priors of ``w``, of the effects ``u`` of
datasets and of the noise ``e``: a linear mixed model, fitted by expectation and maximisation
(Laird and Ware 1982), in which evaluations that met the time limit count as "at least so much".
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from scipy.special import log_ndtr, ndtr

from frostgrid.base.arrays import FloatMatrix, FloatVector
from runners.cost.prior import Prior

_SURE = np.array([0.5, 0.15, 0.05, 0.15, 0.25])
"""Standard deviations of the prior of the intercept (another machine), rows, curve, columns and
classes."""
SHAPED = len(_SURE)
"""Features that do not depend on the configuration."""

_PARAMETER = 0.7  # of the effect of a parameter, from the middle to an end of its range
_WEIGHT = 6.0  # observations that the prior of a variance is worth
_STEPS = 8  # of expectation and maximisation


@dataclass(frozen=True, slots=True, eq=False)
class Observed:
    """Evaluations of one learner, ``m`` of them.

    Attributes
    ----------
    x
        See ``features``, shape ``(m, q)``.
    dataset
        Code of the dataset of each, shape ``(m,)``, from 0.
    seconds
        Of fit and prediction, shape ``(m,)``; the limit where it was met.
    limited
        Whether the limit was met, shape ``(m,)``.
    """

    x: FloatMatrix
    dataset: np.ndarray
    seconds: FloatVector
    limited: np.ndarray


@dataclass(frozen=True, slots=True, eq=False)
class Model:
    """What is believed of the cost of one learner.

    Attributes
    ----------
    mean, root
        Mean of ``w``, shape ``(q,)``, and a root of its covariance, shape ``(q, q)``.
    effects
        Mean and standard deviation of ``u`` by code of dataset; see ``between`` for others.
    between, within
        Standard deviations of ``u`` and ``e``.
    """

    mean: FloatVector
    root: FloatMatrix
    effects: Mapping[int, tuple[float, float]]
    between: float
    within: float

    def effect(self, dataset: int) -> tuple[float, float]:
        """Mean and standard deviation of ``u`` of a dataset."""
        return self.effects.get(dataset, (0.0, self.between))

    def expected(self, x: FloatMatrix, dataset: int, limit: float) -> FloatVector:
        """Expected seconds of evaluations that are stopped at ``limit`` seconds."""
        mean, sd = self.effect(dataset)
        spread = np.sqrt(((x @ self.root) ** 2).sum(axis=1) + sd**2 + self.within**2)
        return stopped(x @ self.mean + mean, spread, limit)


def features(shapes: FloatMatrix, configs: FloatMatrix) -> FloatMatrix:
    """Features of ``m`` evaluations.

    Parameters
    ----------
    shapes
        Training rows, columns and classes of each, shape ``(m, 3)``.
    configs
        Encoded configurations, shape ``(m, c)``; the result has the shape ``(m, SHAPED + c)``.
    """
    rows, columns, classes = np.log(shapes / [1000.0, 20.0, 2.0]).T
    return np.column_stack([np.ones(len(shapes)), rows, rows**2, columns, classes, configs])


def stopped(mean: FloatVector, sd: FloatVector | float, limit: float) -> FloatVector:
    """Mean of ``min(seconds, limit)`` where the logarithm of seconds is normal."""
    beyond = (np.log(limit) - mean) / sd
    found: FloatVector = np.exp(mean + np.square(sd) / 2) * ndtr(beyond - sd) + limit * ndtr(-beyond)
    return found


def fit(prior: Prior, observed: Observed, sure: FloatVector = _SURE) -> Model:
    """Posterior after ``observed``; the prior if it is empty.

    Parameters
    ----------
    prior, observed
        What was known, and what was seen.
    sure
        Standard deviations of the prior of the first ``SHAPED`` weights.
    """
    x, y = observed.x, np.log(np.maximum(observed.seconds, 1e-6))
    width = x.shape[1]
    known = [np.log(prior.seconds), prior.rows, prior.curve, prior.columns, prior.classes]
    centre = np.concatenate([known, np.zeros(width - SHAPED)])
    precision = np.concatenate([sure**-2.0, np.full(width - SHAPED, _PARAMETER**-2.0)])
    between, within = prior.between**2, prior.within**2
    counts = np.bincount(observed.dataset)
    sums = np.zeros((len(counts), width))
    np.add.at(sums, observed.dataset, x)
    crossed = x.T @ x
    filled, extra = y, np.zeros_like(y)
    mean, covariance = centre, np.diag(1 / precision)
    effects, spread = np.zeros(len(counts)), np.full(len(counts), np.sqrt(between))
    for _ in range(_STEPS if len(y) else 0):
        shrink = between / (within + counts * between)
        totals = np.bincount(observed.dataset, filled)
        covariance = np.linalg.inv(
            np.diag(precision) + (crossed - (sums.T * shrink) @ sums) / within
        )
        mean = covariance @ (
            precision * centre + (x.T @ filled - sums.T @ (shrink * totals)) / within
        )
        effects = shrink * (totals - sums @ mean)
        inside = shrink * within
        # The effect of a dataset and the weights lean on each other.
        outside = ((sums @ covariance) * sums).sum(axis=1) * shrink**2
        spread = np.sqrt(inside + outside)
        place = x @ mean + effects[observed.dataset]
        left = np.square(filled - place) + inside[observed.dataset] + extra
        within = (_WEIGHT * prior.within**2 + left.sum()) / (_WEIGHT + len(y))
        seen = counts > 0
        between = (_WEIGHT * prior.between**2 + (effects**2 + spread**2)[seen].sum()) / (
            _WEIGHT + seen.sum()
        )
        filled, extra = _filled(y, place, np.sqrt(within), observed.limited)
    return Model(
        mean,
        np.linalg.cholesky(covariance),
        {int(d): (float(effects[d]), float(spread[d])) for d in np.flatnonzero(counts)},
        float(np.sqrt(between)),
        float(np.sqrt(within)),
    )


def _filled(
    y: FloatVector, place: FloatVector, sd: float, limited: np.ndarray
) -> tuple[FloatVector, FloatVector]:
    """Log seconds as they may have become without the limit: their mean and variance."""
    at = (y - place) / sd
    hazard = np.exp(-(at**2) / 2 - log_ndtr(-at)) / np.sqrt(2 * np.pi)
    filled = np.where(limited, place + sd * hazard, y)
    extra = np.where(limited, sd**2 * np.maximum(1 + at * hazard - hazard**2, 0), 0.0)
    return filled, extra



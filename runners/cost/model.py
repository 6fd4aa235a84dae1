"""Regression of log seconds on the shape of data and the configuration, one learner at a time.

``log seconds = w . x + u(dataset) + e`` with normal priors of ``w``, of the effects ``u`` of
datasets and of the noise ``e``: a linear mixed model, fitted by expectation and maximisation
(Laird and Ware 1982), in which evaluations that met the time limit count as "at least so much".
"""

from __future__ import annotations

from collections.abc import Mapping
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
class Effect:
    """What is believed of ``u`` of a dataset, once ``w`` is given.

    Attributes
    ----------
    base, pull
        Its mean is ``base - pull . w``; ``pull`` has the shape ``(q,)``.
    sd
        Its standard deviation.
    """

    base: float
    pull: FloatVector
    sd: float


@dataclass(frozen=True, slots=True, eq=False)
class Model:
    """What is believed of the cost of one learner.

    Attributes
    ----------
    mean, root
        Mean of ``w``, shape ``(q,)``, and a root of its covariance, shape ``(q, q)``.
    effects
        By code of the datasets that were seen.
    between, within
        Standard deviations of ``u`` and ``e``.
    """

    mean: FloatVector
    root: FloatMatrix
    effects: Mapping[int, Effect]
    between: float
    within: float

    def effect(self, dataset: int) -> Effect:
        """``u`` of any dataset."""
        return self.effects.get(dataset) or Effect(0.0, np.zeros(len(self.mean)), self.between)

    def expected(self, x: FloatMatrix, dataset: int, limit: float) -> FloatVector:
        """Expected seconds of evaluations that are stopped at ``limit`` seconds."""
        effect = self.effect(dataset)
        free = x - effect.pull
        spread = np.sqrt(((free @ self.root) ** 2).sum(axis=1) + effect.sd**2 + self.within**2)
        return stopped(free @ self.mean + effect.base, spread, limit)


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
    found: FloatVector = np.exp(mean + np.square(sd) / 2) * ndtr(beyond - sd) + limit * ndtr(
        -beyond
    )
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
    usual = [np.log(prior.seconds), prior.rows, prior.curve, prior.columns, prior.classes]
    centre = np.concatenate([usual, np.zeros(width - SHAPED)])
    precision = np.concatenate([sure**-2.0, np.full(width - SHAPED, _PARAMETER**-2.0)])
    between, within = prior.between**2, prior.within**2
    counts = np.bincount(observed.dataset)
    sums = np.zeros((len(counts), width))
    np.add.at(sums, observed.dataset, x)
    crossed = x.T @ x
    filled, extra = y, np.zeros_like(y)
    mean: FloatVector = centre
    covariance: FloatMatrix = np.diag(1 / precision)
    seen = counts > 0
    for _ in range(_STEPS if len(y) else 0):
        shrink = _shrink(between, within, counts)
        totals = np.bincount(observed.dataset, filled)
        known = np.diag(precision) + (crossed - (sums.T * shrink) @ sums) / within
        covariance = np.asarray(np.linalg.inv(known), dtype=float)
        fitted = (x.T @ filled - sums.T @ (shrink * totals)) / within
        mean = np.asarray(covariance @ (precision * centre + fitted), dtype=float)
        effects = shrink * (totals - sums @ mean)
        inside = shrink * within
        place = x @ mean + effects[observed.dataset]
        left = np.square(filled - place) + inside[observed.dataset] + extra
        # The weights are not known exactly, and the effects lean on them.
        outside = ((sums @ covariance) * sums).sum(axis=1) * shrink**2
        within = (_WEIGHT * prior.within**2 + left.sum()) / (_WEIGHT + len(y))
        between = (_WEIGHT * prior.between**2 + (effects**2 + inside + outside)[seen].sum()) / (
            _WEIGHT + seen.sum()
        )
        filled, extra = _filled(y, place, np.sqrt(within), observed.limited)
    shrink = _shrink(between, within, counts)
    totals = np.bincount(observed.dataset, filled)
    return Model(
        mean,
        np.linalg.cholesky(covariance).astype(float),
        {
            int(d): Effect(
                float(shrink[d] * totals[d]),
                shrink[d] * sums[d],
                float(np.sqrt(shrink[d] * within)),
            )
            for d in np.flatnonzero(seen)
        },
        float(np.sqrt(between)),
        float(np.sqrt(within)),
    )


def _shrink(between: float, within: float, counts: np.ndarray) -> FloatVector:
    """Share of a dataset's mean residual that is its effect, by rows."""
    found: FloatVector = between / (within + counts * between)
    return found


def _filled(
    y: FloatVector, place: FloatVector, sd: float, limited: np.ndarray
) -> tuple[FloatVector, FloatVector]:
    """Log seconds as they may have become without the limit: their mean and variance."""
    at = (y - place) / sd
    hazard = np.exp(-(at**2) / 2 - log_ndtr(-at)) / np.sqrt(2 * np.pi)
    filled = np.where(limited, place + sd * hazard, y)
    extra = np.where(limited, sd**2 * np.maximum(1 + at * hazard - hazard**2, 0), 0.0)
    return filled, extra

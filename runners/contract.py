"""What every learner's answer must look like before it is scored."""

from __future__ import annotations

from math import isfinite

import numpy as np

from frostgrid.base.arrays import FloatMatrix, LabelVector
from frostgrid.base.errors import FrostgridError
from frostgrid.base.plural import plural
from runners.learner import Prediction

TOLERANCE = 1e-6
"""How far a probability may leave [0, 1], and a row sum leave 1, by rounding."""


class InvalidOutputError(FrostgridError):
    """A learner answered, but not with class probabilities of the test rows."""


def checked(prediction: Prediction, n_rows: int, n_classes: int) -> Prediction:
    """``prediction`` in double precision and exactly within [0, 1].

    Raises
    ------
    InvalidOutputError
        Unless there is one row per test row and one column per class, all finite, within [0, 1]
        and with rows summing to 1, both within ``TOLERANCE``; labels, where given, are a vector of
        class codes.
    """
    labels = prediction.labels
    return Prediction(
        prob=_probabilities(prediction.prob, n_rows, n_classes),
        labels=None if labels is None else _labels(labels, n_rows, n_classes),
    )


def checked_decision(decision: FloatMatrix, n_rows: int, n_classes: int) -> FloatMatrix:
    """``decision`` in double precision.

    Raises
    ------
    InvalidOutputError
        Unless there is one row per test row and one column per pair of classes, all finite.
    """
    decision = np.asarray(decision)
    pairs = n_classes * (n_classes - 1) // 2
    if decision.shape != (n_rows, pairs) or decision.dtype.kind != "f":
        raise InvalidOutputError(
            f"decision values have shape {decision.shape} and type {decision.dtype} for"
            f" {plural(n_rows, 'test row')} and"
            f" {plural(pairs, 'pair of classes', 'pairs of classes')}"
        )
    if not np.isfinite(decision).all():
        raise InvalidOutputError("decision values are not all finite")
    return decision.astype(np.float64)


def _probabilities(prob: FloatMatrix, n_rows: int, n_classes: int) -> FloatMatrix:
    prob = np.asarray(prob)
    if prob.shape != (n_rows, n_classes):
        raise InvalidOutputError(
            f"probabilities have shape {prob.shape} for {plural(n_rows, 'test row')} and"
            f" {plural(n_classes, 'class', 'classes')}"
        )
    if prob.dtype.kind not in "fiu":
        raise InvalidOutputError(f"probabilities are of type {prob.dtype}, not numbers")
    prob = prob.astype(np.float64)
    low, high = float(prob.min()), float(prob.max())  # both are NaN where any is
    if not isfinite(high - low):
        bad_rows = int((~np.isfinite(prob)).any(axis=1).sum())
        raise InvalidOutputError(f"probabilities are not finite in {plural(bad_rows, 'test row')}")
    if low < -TOLERANCE or high > 1 + TOLERANCE:
        raise InvalidOutputError(f"probabilities range from {low:.6g} to {high:.6g}")
    off = float(np.abs(prob.sum(axis=1) - 1.0).max())
    if off > TOLERANCE:
        raise InvalidOutputError(f"the probabilities of a row miss the sum 1 by {off:.2g}")
    return prob if low >= 0.0 and high <= 1.0 else np.clip(prob, 0.0, 1.0)


def _labels(labels: LabelVector, n_rows: int, n_classes: int) -> LabelVector:
    labels = np.asarray(labels)
    if labels.shape != (n_rows,):
        raise InvalidOutputError(
            f"labels have shape {labels.shape} for {plural(n_rows, 'test row')}"
        )
    if labels.dtype.kind not in "iu":
        raise InvalidOutputError(f"labels are of type {labels.dtype}, not class codes")
    if labels.min() < 0 or labels.max() >= n_classes:
        raise InvalidOutputError(
            f"labels range from {labels.min()} to {labels.max()}"
            f" for {plural(n_classes, 'class', 'classes')}"
        )
    return labels.astype(np.int32)

"""Measures of class probabilities against the truth, each defined for any number of classes.

All of them count the classes of the task, not those that happen to occur in a sample, so that a
split without a rare class is scored like any other. What has no value is None, never 0 or 0.5.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from frostgrid.base.arrays import FloatMatrix, FloatVector, LabelVector
from runners.evaluation import Scores

CountVector = NDArray[np.intp]
CountMatrix = NDArray[np.intp]

FLOOR = 2.0**-52
"""Smallest probability that the log-loss tells apart from 0."""


def score(y: LabelVector, prob: FloatMatrix, labels: LabelVector | None = None) -> Scores:
    """Every measure of one evaluation.

    Parameters
    ----------
    y
        True class codes, shape ``(m,)`` with ``m >= 1``, in ``[0, k)``.
    prob
        Probabilities that meet the contract of ``runners.contract``, shape ``(m, k)``.
    labels
        Predicted class codes, shape ``(m,)``; None means the most probable class.
    """
    n_classes = prob.shape[1]
    likeliest = prob.argmax(axis=1)
    accuracy_argmax = float(np.count_nonzero(likeliest == y) / len(y))
    table = confusion(y, likeliest if labels is None else labels, n_classes)
    rows = table.sum(axis=1)
    present = np.flatnonzero(rows)
    wins = pair_wins(y, prob, [1] if n_classes == 2 else present)
    one_class = len(present) < 2
    return Scores(
        accuracy=accuracy_argmax if labels is None else float(table.trace() / len(y)),
        accuracy_argmax=accuracy_argmax,
        auc=None if one_class else auc(wins, rows),
        auc_ovr=None if one_class else (auc if n_classes == 2 else auc_ovr)(wins, rows),
        auc_classes=len(present),
        log_loss=log_loss(y, prob),
        brier=brier(y, prob),
        balanced_accuracy=balanced_accuracy(table),
        f1_macro=f1_macro(table),
        f1_weighted=f1_weighted(table),
        confusion=tuple(table.ravel().tolist()),
        undefined="auc: one_class_test; auc_ovr: one_class_test" if one_class else "",
    )


def confusion(y: LabelVector, predicted: LabelVector, n_classes: int) -> CountMatrix:
    """Count pairs of (true class, predicted class), shape ``(k, k)``."""
    pairs = y.astype(np.intp) * n_classes + predicted
    return np.bincount(pairs, minlength=n_classes**2).reshape(n_classes, n_classes)


def pair_wins(y: LabelVector, prob: FloatMatrix, classes: Iterable[int]) -> FloatMatrix:
    """Mann-Whitney counts of the ordered pairs whose first is of ``classes``, shape ``(k, k)``.

    Entry ``(i, j)`` counts the pairs of a row of class ``i`` and a row of class ``j`` in which
    the first has the larger probability of ``i``; ties count half, which is what average ranks
    amount to. The counts are whole and half numbers, hence exact.
    """
    n_classes = prob.shape[1]
    wins = np.zeros((n_classes, n_classes))
    for i in classes:
        values, rank = np.unique(prob[:, i], return_inverse=True)
        cells = rank * n_classes + y
        counts = np.bincount(cells, minlength=len(values) * n_classes).reshape(-1, n_classes)
        beaten = counts.cumsum(axis=0) - counts / 2
        wins[i] = counts[:, i] @ beaten
    return wins


def auc(wins: FloatMatrix, rows: CountVector) -> float:
    """Area under the ROC curve of class 1, or Hand and Till's M for more than two classes.

    M is the mean over pairs of classes of ``(A(i|j) + A(j|i)) / 2`` (Hand and Till 2001,
    Machine Learning 45:171-186, eq. 7), here over the pairs that both have test rows.

    Parameters
    ----------
    wins
        See ``pair_wins``.
    rows
        Test rows of every class, shape ``(k,)``; at least two are positive.
    """
    if len(rows) == 2:
        return float(wins[1, 0] / (rows[0] * rows[1]))
    present = np.flatnonzero(rows)
    first, second = (present[side] for side in np.triu_indices(len(present), k=1))
    areas = (wins[first, second] + wins[second, first]) / (2 * rows[first] * rows[second])
    return float(areas.mean())


def auc_ovr(wins: FloatMatrix, rows: CountVector) -> float:
    """Mean over the classes with test rows of the area of that class against the rest.

    Every class weighs the same (Fawcett 2006, Pattern Recognition Letters 27:861-874, section
    10, discusses the weighted form).
    """
    present = np.flatnonzero(rows)
    against = wins.sum(axis=1) - wins.diagonal()
    areas = against[present] / (rows[present] * (rows.sum() - rows[present]))
    return float(areas.mean())


def log_loss(y: LabelVector, prob: FloatMatrix) -> float:
    """Mean of ``-log p(true class)``, natural logarithm, ``p`` floored at 2**-52."""
    return -float(np.log(np.maximum(prob[np.arange(len(y)), y], FLOOR)).mean()) + 0.0  # not -0.0


def brier(y: LabelVector, prob: FloatMatrix) -> float:
    """Mean over rows of the squared distance to the truth, in [0, 2] (Brier 1950, eq. 2)."""
    error = prob.copy()
    error[np.arange(len(y)), y] -= 1.0
    return float(np.square(error).sum() / len(y))


def balanced_accuracy(table: CountMatrix) -> float:
    """Mean recall of the classes with test rows, from a confusion table."""
    rows = table.sum(axis=1)
    return float((table.diagonal()[rows > 0] / rows[rows > 0]).mean())


def f1_macro(table: CountMatrix) -> float:
    """Mean F1 of the classes that occur in truth or prediction, from a confusion table."""
    occurring = table.sum(axis=0) + table.sum(axis=1) > 0
    return float(_f1(table)[occurring].mean())


def f1_weighted(table: CountMatrix) -> float:
    """Mean F1 weighted by test rows, from a confusion table."""
    return float(np.average(_f1(table), weights=table.sum(axis=1)))


def _f1(table: CountMatrix) -> FloatVector:
    """Per class ``2 tp / (2 tp + fp + fn)``, shape ``(k,)``; 0 for a class that never occurs."""
    occurrences = table.sum(axis=0) + table.sum(axis=1)
    scores: FloatVector = 2.0 * table.diagonal() / np.maximum(occurrences, 1)
    return scores

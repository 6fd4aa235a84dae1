"""Classes of test rows: what their neighbours' classes weigh."""

from __future__ import annotations

from collections.abc import Collection

import numpy as np
from numpy.typing import NDArray

from frostgrid.base.arrays import FloatMatrix, LabelVector
from frostgrid.base.errors import FrostgridError
from runners.kknn.design import design
from runners.kknn.kernels import KERNELS, Window
from runners.kknn.neighbours import neighbours
from runners.learner import Prediction

EDGE = 1e-6
"""Least width of a window, and how near ratios of distances come to 0 and to 1."""


def classify(
    x_train: FloatMatrix,
    y_train: LabelVector,
    x_test: FloatMatrix,
    n_classes: int,
    levels: tuple[int, ...],
    *,
    ordered: Collection[int] = (),
    k: int = 7,
    distance: float = 2.0,
    kernel: str = "optimal",
    scale: bool = True,
) -> Prediction:
    """Answer as ``kknn(target ~ ., train, test, ...)`` of R does.

    The ``k`` nearest training rows vote with the weight that ``kernel`` gives to their distance
    relative to that of row ``k + 1``. Where there are no more than ``k`` training rows, all vote,
    and the farthest stands for row ``k + 1``. Among training rows at equal distances the earlier
    ones are nearer; R's order there is that of an unstable sort, so rows with such ties may differ.
    Without weights (``rectangular``), of classes with equally many votes the label is the one
    whose farthest voter is nearest; otherwise it is the most probable class, the first on ties.

    Parameters
    ----------
    x_train, x_test, levels, ordered
        As in ``design``.
    y_train
        Class codes, shape ``(n,)``.
    n_classes
        Columns of the probabilities.
    k
        Neighbours, at least 1.
    distance
        Exponent of Minkowski's distance, above 0.
    kernel
        One of ``KERNELS``.
    scale
        Whether features are scaled to equal deviation.

    Raises
    ------
    FrostgridError
        ``k``, ``distance`` or ``kernel`` is none of these.
    """
    if k < 1:
        raise FrostgridError(f"kknn: k is {k}", hint="ask for one neighbour or more")
    if not distance > 0:
        raise FrostgridError(f"kknn: distance is {distance}", hint="give an exponent above 0")
    if kernel not in KERNELS:
        raise FrostgridError(f"kknn: no kernel is named {kernel!r}", hint=f"known: {[*KERNELS]}")
    k = min(k, len(x_train))
    data = design(x_train, x_test, levels, ordered=ordered, scale=scale)
    positions, distances = neighbours(data, min(k + 1, len(x_train)), distance)
    width = np.maximum(distances[:, -1:], EDGE)
    ratios = np.clip(distances[:, :k] / width, EDGE, 1 - EDGE)
    weights = KERNELS[kernel](Window(distances[:, :k], ratios, data.terms))
    voted = y_train[positions[:, :k], None] == np.arange(n_classes)
    votes = np.einsum("ij,ijc->ic", weights, voted)
    labels = _first_complete(voted) if kernel == "rectangular" else None
    return Prediction(votes / votes.sum(axis=1, keepdims=True), labels)


def _first_complete(voted: NDArray[np.bool_]) -> LabelVector:
    """Class of most votes per test row, from ``voted`` of shape ``(m, k, n_classes)``."""
    votes = voted.sum(axis=1)
    last = voted.shape[1] - voted[:, ::-1].argmax(axis=1)
    most = votes == votes.max(axis=1, keepdims=True)
    labels: LabelVector = np.where(most, last, voted.shape[1] + 1).argmin(axis=1).astype(np.int32)
    return labels

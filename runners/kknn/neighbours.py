"""The nearest training rows of test rows, found by comparing every pair."""

from __future__ import annotations

import numpy as np

from frostgrid.base.arrays import FloatMatrix, IndexVector
from runners.kknn.design import Design

BLOCK = 2**21
"""Distances held at a time; with their temporaries about 50 MB."""


def neighbours(data: Design, count: int, distance: float) -> tuple[IndexVector, FloatMatrix]:
    """Positions of the ``count`` nearest training rows and their distances, nearest first.

    Distances are ``(sum_j w_j |x_j - y_j| ** distance) ** (1 / distance)``. Of training rows at
    equal distances the earlier one is nearer.

    Returns
    -------
    positions, distances
        Both of shape ``(m, count)``; ``count`` is at most the number of training rows.
    """
    rows, test_rows = len(data.train), len(data.test)
    positions = np.empty((test_rows, count), dtype=np.int32)
    distances = np.empty((test_rows, count))
    step = max(BLOCK // rows, 1)
    for start in range(0, test_rows, step):
        block = slice(start, start + step)
        powers = _powers(data, block, distance)
        farthest = np.partition(powers, count - 1, axis=1)[:, count - 1]
        for i, (row, limit) in enumerate(zip(powers, farthest, strict=True), start):
            near = np.flatnonzero(row <= limit)
            chosen = near[np.argsort(row[near], kind="stable")[:count]]
            positions[i], distances[i] = chosen, row[chosen]
    return positions, distances ** (1.0 / distance)


def _powers(data: Design, block: slice, distance: float) -> FloatMatrix:
    """Sums of weighted powers between the test rows of ``block`` and all training rows."""
    test = data.test[block]
    total = np.zeros((len(test), len(data.train)))
    for x, y, weight in zip(test.T, data.train.T, data.weights, strict=True):
        part = np.abs(x[:, None] - y)
        part **= distance
        part *= weight
        total += part
    return total

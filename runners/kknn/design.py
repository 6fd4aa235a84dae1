"""Columns that distances are taken between, and what each counts."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

import numpy as np

from frostgrid.base.arrays import FloatMatrix, FloatVector


@dataclass(frozen=True, slots=True, eq=False)
class Design:
    """Training and test rows in the columns that count.

    Attributes
    ----------
    train, test
        Shapes ``(n, q)`` and ``(m, q)``, Fortran order.
    weights
        Factor of every column's part of a distance, shape ``(q,)``.
    terms
        Features before encoding, constant ones too.
    """

    train: FloatMatrix
    test: FloatMatrix
    weights: FloatVector
    terms: int


def design(
    x_train: FloatMatrix,
    x_test: FloatMatrix,
    levels: tuple[int, ...],
    *,
    ordered: Collection[int],
    scale: bool,
) -> Design:
    """Encode every feature, scale it as a whole, and share its weight among its columns.

    A feature without order becomes one 0/1 column per level, an ordered one a 0/1 column per
    threshold between levels. A feature is divided by the root of the mean variance of its
    columns, which is taken from the training rows; one that is constant there counts nothing.

    Parameters
    ----------
    x_train, x_test
        Shapes ``(n, p)`` and ``(m, p)``; a categorical feature holds level codes.
    levels
        Per feature: 0 for a number, else its number of levels.
    ordered
        Positions of the categorical features whose levels are ordered.
    scale
        Whether features are divided.
    """
    train, test, weights = [], [], []
    for j, count in enumerate(levels):
        seen = _columns(x_train[:, j], count, j in ordered)
        if (seen == seen[0]).all():
            continue
        width = float(np.sqrt(seen.var(axis=0, ddof=1).mean())) if scale else 1.0
        train.append(seen / width)
        test.append(_columns(x_test[:, j], count, j in ordered) / width)
        weights.append(np.full(seen.shape[1], 1.0 / seen.shape[1]))
    if not train:
        nothing = np.zeros(0)
        return Design(np.zeros((len(x_train), 0)), np.zeros((len(x_test), 0)), nothing, len(levels))
    return Design(
        np.asfortranarray(np.hstack(train)),
        np.asfortranarray(np.hstack(test)),
        np.concatenate(weights),
        len(levels),
    )


def _columns(values: FloatVector, levels: int, ordered: bool) -> FloatMatrix:
    if not levels:
        return values[:, None]
    if ordered:
        return np.asarray(values[:, None] > np.arange(levels - 1), dtype=np.float64)
    return np.asarray(values[:, None] == np.arange(levels), dtype=np.float64)

"""Categories as 0/1 columns."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from frostgrid.base.arrays import FloatMatrix
from runners.fold import Fold


def onehot(fold: Fold) -> Fold:
    """``fold`` with a 0/1 column per level in the place of every categorical column."""
    if not fold.categorical:
        return fold
    return replace(
        fold,
        x_train=_expanded(fold.x_train, fold.levels),
        x_test=_expanded(fold.x_test, fold.levels),
        levels=(0,) * sum(max(count, 1) for count in fold.levels),
    )


def _expanded(x: FloatMatrix, levels: tuple[int, ...]) -> FloatMatrix:
    wide = np.empty((len(x), sum(max(count, 1) for count in levels)), order="F")
    place = 0
    for column, count in zip(x.T, levels, strict=True):
        if count:
            wide[:, place : place + count] = column[:, None] == np.arange(count)
        else:
            wide[:, place] = column
        place += max(count, 1)
    return wide

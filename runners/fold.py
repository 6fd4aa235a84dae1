"""What a learner is given: prepared training rows, their classes, and prepared test rows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from frostgrid.base.arrays import Columns, FloatMatrix, LabelVector


@dataclass(frozen=True, slots=True, eq=False)
class Fold:
    """Training and test rows after preprocessing, in one form for every learner.

    Nothing in it is missing, and its class codes have no gaps, so that a learner never meets a
    class or a level without training rows. Test classes are not here: no learner sees them.
    Each learner lays the columns out as it needs them, and no other copy of them is held.

    Attributes
    ----------
    x_train, x_test
        Features, ``n`` and ``m`` rows of ``p`` columns, finite. A categorical column holds level
        codes ``0 .. levels[j] - 1``.
    y_train
        Class codes, shape ``(n,)``, every value of ``0 .. n_classes - 1`` occurs.
    n_classes
        Classes with training rows, at least 2.
    levels
        Per column: 0 for a numeric one, else the number of its levels (those seen in training).
    """

    x_train: Columns
    y_train: LabelVector
    x_test: Columns
    n_classes: int
    levels: tuple[int, ...]

    @property
    def categorical(self) -> tuple[int, ...]:
        """Positions of the categorical columns."""
        return tuple(j for j, count in enumerate(self.levels) if count)

    def matrices(self, order: Literal["C", "F"]) -> tuple[FloatMatrix, FloatMatrix]:
        """Training and test rows, shapes ``(n, p)`` and ``(m, p)``, rows or columns contiguous."""
        return self._matrix(self.x_train, order), self._matrix(self.x_test, order)

    def _matrix(self, x: Columns, order: Literal["C", "F"]) -> FloatMatrix:
        laid: FloatMatrix = np.empty((len(x), len(self.levels)), order=order)
        for place, column in zip(laid.T, x.T, strict=True):
            place[:] = column
        return laid

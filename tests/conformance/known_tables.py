"""Small datasets with a known answer, for the conformance suites."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from frostgrid.base.arrays import FloatMatrix, IndexVector, LabelVector
from suites.dataset import About, Dataset


@dataclass(frozen=True, slots=True, eq=False)
class Table:
    """A dataset with training and test rows."""

    dataset: Dataset
    train: IndexVector
    test: IndexVector

    @property
    def truth(self) -> LabelVector:
        """Classes of the test rows."""
        return self.dataset.y[self.test]


def table(
    x: FloatMatrix,
    y: NDArray[np.integer],
    *,
    levels: Sequence[tuple[str, ...] | None] | None = None,
    names: Sequence[str] | None = None,
    n_classes: int = 0,
) -> Table:
    """Every third row tests, the others train."""
    n, p = x.shape
    rows = np.arange(n, dtype=np.int32)
    k = n_classes or int(y.max()) + 1
    dataset = Dataset(
        name="made",
        columns=tuple(names or (f"x{j}" for j in range(p))),
        levels=tuple(levels or (None,) * p),
        x=np.asfortranarray(x, dtype=np.float64),
        y=y.astype(np.int32),
        classes=tuple(f"class {code:02d}" for code in range(k)),
        about=About("made"),
    )
    return Table(dataset, rows[rows % 3 != 0], rows[rows % 3 == 0])


def shuffled(n: int, k: int) -> LabelVector:
    """``n`` class codes in random order, equally many of each."""
    return np.random.default_rng(7).permutation(np.arange(n, dtype=np.int32) % k)


def separable(at: int = 0, p: int = 2) -> Table:
    """Two classes far apart in column ``at``; the other columns are noise."""
    y = shuffled(96, 2)
    x = _noise(96, p)
    x[:, at] += 20.0 * y
    return table(x, y)


def corners(k: int) -> Table:
    """``k`` classes, each far out along a column of its own."""
    n = 48 * k  # boosters want 20 training rows in a leaf
    y = shuffled(n, k)
    x = _noise(n, k)
    x[np.arange(n), y] += 20.0
    return table(x, y)


def _noise(n: int, p: int) -> FloatMatrix:
    # Whole numbers: trees cut right at the outermost training row, so test rows must not pass it.
    return np.random.default_rng(0).integers(0, 5, size=(n, p)).astype(np.float64)


def noisy(n: int = 150) -> Table:
    """Two overlapping classes, numbers and categories, some of them missing."""
    rng = np.random.default_rng(1)
    y = shuffled(n, 2)
    x = np.column_stack(
        [
            rng.normal(size=(n, 3)) + 0.7 * y[:, None],
            rng.integers(0, 4, size=(n, 2)),
        ]
    )
    x[:, 3] = (x[:, 3] + y) % 4
    x[rng.random(x.shape) < 0.05] = np.nan
    return table(x, y, levels=[None, None, None, tuple("abcd"), tuple("pqrs")])

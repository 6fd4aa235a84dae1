"""Categories as 0/1 columns."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from frostgrid.base.arrays import Columns, FloatVector
from runners.fold import Fold


def onehot(fold: Fold) -> Fold:
    """``fold`` with a 0/1 column per level in the place of every categorical column."""
    if not fold.categorical:
        return fold
    return replace(
        fold,
        x_train=_Expanded(fold.x_train, fold.levels),
        x_test=_Expanded(fold.x_test, fold.levels),
        levels=(0,) * sum(max(count, 1) for count in fold.levels),
    )


@dataclass(frozen=True, slots=True, eq=False)
class _Expanded:
    x: Columns
    levels: tuple[int, ...]

    def __len__(self) -> int:
        return len(self.x)

    @property
    def T(self) -> Iterator[FloatVector]:  # noqa: N802 - as NumPy has it
        for column, count in zip(self.x.T, self.levels, strict=True):
            if count:
                for level in range(count):
                    yield (column == level).astype(np.float64)
            else:
                yield column

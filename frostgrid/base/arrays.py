"""Array types shared by all packages."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

FloatVector = NDArray[np.float64]
FloatMatrix = NDArray[np.float64]
IndexVector = NDArray[np.int32]
LabelVector = NDArray[np.int32]


class Columns(Protocol):
    """Rows of numbers that give their columns one by one, as a matrix does.

    They may be worked out anew each time, so that nobody holds them all.
    """

    def __len__(self) -> int:
        """Number of rows."""

    @property
    def T(self) -> Iterable[FloatVector]:  # noqa: N802 - as NumPy has it
        """The columns in order, as many as anything that describes them says."""

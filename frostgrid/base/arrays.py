"""Array types shared by all packages."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

FloatVector = NDArray[np.float64]
FloatMatrix = NDArray[np.float64]
IndexVector = NDArray[np.int32]
LabelVector = NDArray[np.int32]

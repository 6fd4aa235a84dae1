"""Space of the second random bot for kknn, for our own implementation of it."""

from __future__ import annotations

from dataclasses import replace

from grids.registry import SPACES
from grids.spaces.rbv2.kknn import KKNN

PYTHON_KKNN = SPACES.add(
    replace(
        KKNN,
        learner="python_kknn",
        source="as rbv2/kknn, run by our own implementation in Python",
    )
)

"""Space of the random bot for kknn, for our own implementation of it."""

from __future__ import annotations

from dataclasses import replace

from grids.registry import SPACES
from grids.spaces.kuehn2018.kknn import KKNN

PYTHON_KKNN = SPACES.add(
    replace(
        KKNN,
        learner="python_kknn",
        source="as kuehn2018/kknn, run by our own implementation in Python",
    )
)

"""What to search of our own weighted k nearest neighbours: the same as of R's kknn."""

from __future__ import annotations

from dataclasses import replace

from grids.registry import SPACES
from grids.spaces.frostgrid.kknn import KKNN

PYTHON_KKNN = SPACES.add(
    replace(
        KKNN,
        learner="python_kknn",
        source="as frostgrid/kknn",
    )
)

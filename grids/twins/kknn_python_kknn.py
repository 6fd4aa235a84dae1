"""Weighted nearest neighbours: R's kknn, and ours, which follows it."""

from __future__ import annotations

from grids.registry import TWINS
from grids.twin import Counterpart, Twin

KKNN = TWINS.add(
    Twin(
        r="kknn",
        python="python_kknn",
        version=1,
        preprocessing="impute-native-none",
        counterparts=tuple(Counterpart(x, x) for x in ("k", "distance", "kernel", "scale")),
        held=(),
        alone=(),
        differences=("which of several neighbours at the same distance comes first",),
        source="kknn's manual and its numbers, which ours meets to 1e-9 where no distances tie",
    )
)

"""Preset ``kuehn2018``: the random bot of Kuehn et al. (2018), used by Probst et al. (2019) too."""

from grids.preset import Preset
from grids.registry import PRESETS

KUEHN2018 = PRESETS.add(
    Preset(
        "kuehn2018",
        title="The random bot of OpenML",
        source="Kuehn et al. (2018), exact but for a rounding; Probst et al. (2019) used the same",
    )
)

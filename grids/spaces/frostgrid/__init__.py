"""Preset ``frostgrid``: what a practitioner would search, at most a few seconds per 1,000 rows."""

from grids.preset import Preset
from grids.registry import PRESETS

FROSTGRID = PRESETS.add(
    Preset(
        "frostgrid",
        title="What a practitioner would search, at most a few seconds per 1,000 rows",
        source="ours; each of its grids tells where its ranges come from",
    )
)

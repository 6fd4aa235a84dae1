"""Preset ``rbv2``: the second random bot, Binder et al. (2020), as mlr3tuningspaces has it."""

from grids.preset import Preset
from grids.registry import PRESETS

RBV2 = PRESETS.add(
    Preset(
        "rbv2",
        title="The second random bot",
        source="Binder et al. (2020) as documented in mlr3tuningspaces",
    )
)

"""Preset ``memento``: the grids of MementoML, completed where they are unknown."""

from grids.preset import Preset
from grids.registry import PRESETS

MEMENTO = PRESETS.add(
    Preset(
        "memento",
        title="The grids of MementoML",
        source=(
            "MementoML (2020): xgboost exact, ranger and catboost completed by us, the others "
            "rebuilt from published rows"
        ),
    )
)

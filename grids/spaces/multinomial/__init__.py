"""Preset ``multinomial``: what must be asked for, since the package calls its own method broken."""

from grids.preset import Preset
from grids.registry import PRESETS

MULTINOMIAL = PRESETS.add(
    Preset(
        "multinomial",
        title="gbm for more than two classes, on request only",
        source="ours: frostgrid/gbm with a distribution that the package itself calls broken",
    )
)

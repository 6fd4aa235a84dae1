"""All presets, spaces and twins: the modules of ``grids.spaces`` and ``grids.twins``."""

from __future__ import annotations

from functools import cache

from frostgrid.base.registry import Registry
from grids.preset import Preset
from grids.space import Space
from grids.twin import Twin

PRESETS: Registry[Preset] = Registry("preset")
SPACES: Registry[Space] = Registry("space")
TWINS: Registry[Twin] = Registry("twin")


@cache
def presets() -> Registry[Preset]:
    """Every preset, found by looking; no learner's package is imported."""
    import grids.spaces

    PRESETS.discover(grids.spaces)
    return PRESETS


@cache
def spaces() -> Registry[Space]:
    """Every space by ``preset/learner``, found by looking; no learner's package is imported."""
    import grids.spaces

    SPACES.discover(grids.spaces)
    return SPACES


@cache
def twins() -> Registry[Twin]:
    """Every twin by ``r~python``, found by looking; no learner's package is imported."""
    import grids.twins

    TWINS.discover(grids.twins)
    return TWINS

"""All spaces: the modules of ``grids.spaces``."""

from __future__ import annotations

from functools import cache

from frostgrid.base.registry import Registry
from grids.space import Space

SPACES: Registry[Space] = Registry("space")


@cache
def spaces() -> Registry[Space]:
    """Every space by ``preset/learner``, found by looking; no learner's package is imported."""
    import grids.spaces

    SPACES.discover(grids.spaces)
    return SPACES

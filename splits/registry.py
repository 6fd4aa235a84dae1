"""All protocols: the modules of ``splits.protocols``."""

from __future__ import annotations

from functools import cache

from frostgrid.base.registry import Registry
from splits.split import Protocol

PROTOCOLS: Registry[Protocol] = Registry("protocol")


@cache
def protocols() -> Registry[Protocol]:
    """Every protocol, found by looking."""
    import splits.protocols

    PROTOCOLS.discover(splits.protocols)
    return PROTOCOLS

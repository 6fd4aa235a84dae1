"""All studies: the modules of this package that end with ``STUDIES.add(...)``."""

from __future__ import annotations

from functools import cache

from frostgrid.base.registry import Registry
from studies.study import Study

STUDIES: Registry[Study] = Registry("study")


@cache
def studies() -> Registry[Study]:
    """Every study by name, found by looking."""
    import studies as package

    STUDIES.discover(package)
    return STUDIES

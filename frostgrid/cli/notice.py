"""Lines on standard error."""

from __future__ import annotations

import sys

from frostgrid.base.printable import printable


def notice(line: str) -> None:
    """Tell ``line``, which may hold names and messages of others, at once."""
    print(f"frostgrid: {printable(line)}", file=sys.stderr, flush=True)

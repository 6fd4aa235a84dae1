"""``frostgrid freeze``: write frozen files of what is new."""

from __future__ import annotations

from frostgrid.base.plural import plural
from frostgrid.cli.main import DONE


def grids() -> int:
    """Draw and freeze the grids of new learners; frozen rows never change."""
    from grids.frozen import freeze

    for path in freeze():
        print(f"frozen: {path}")
    return DONE


def splits() -> int:
    """Draw and freeze the splits of new datasets of the catalogue; frozen ones never change."""
    from splits.freeze import freeze

    print(f"{plural(freeze(), 'split')} added")
    return DONE

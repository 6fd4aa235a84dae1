"""``frostgrid resume``: go on with a run."""

from __future__ import annotations

from pathlib import Path

from frostgrid.cli.session import work


def resume(directory: Path, *, workers: int = 2) -> int:
    """Run what the plan in DIRECTORY still lacks.

    Parameters
    ----------
    directory
        Run directory.
    workers
        Processes, one thread each.
    """
    return work(directory, workers)

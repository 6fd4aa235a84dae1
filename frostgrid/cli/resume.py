"""``frostgrid resume``: go on with a run."""

from __future__ import annotations

from pathlib import Path

from frostgrid.cli.session import work


def resume(
    directory: Path, *, workers: int = 2, cluster: str | None = None, order: str = "balanced"
) -> int:
    """Run what the plan in DIRECTORY still lacks.

    Parameters
    ----------
    directory
        Run directory.
    workers
        Processes on this machine, one thread each.
    cluster
        Address of a Dask scheduler, whose workers run it instead; see docs/cluster.md.
    order
        What comes first: balanced, cheapest or longest-first; it may differ from the run's so far.
    """
    return work(directory, workers if cluster is None else cluster, order=order)

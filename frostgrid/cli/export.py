"""``frostgrid export``: results as a file."""

from __future__ import annotations

from pathlib import Path

from frostgrid.cli.main import DONE
from runners.directory import RESULTS
from runners.store.export import export as write
from runners.store.store import Store


def export(directory: Path, *, to: Path) -> int:
    """Write the results of the run in DIRECTORY, one row per grid row, split, learner, dataset.

    Parameters
    ----------
    directory
        Run directory; it may be running.
    to
        File ending with .parquet, .csv or .duckdb.
    """
    store = Store(directory / RESULTS)
    try:
        rows = write(store, to)
    finally:
        store.close()
    print(f"{rows:,} rows in {to}")
    return DONE

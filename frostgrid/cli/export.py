"""``frostgrid export``: results as a file."""

from __future__ import annotations

from pathlib import Path

from frostgrid.cli.main import DONE
from runners.directory import RESULTS
from runners.store.export import export as write
from runners.store.store import Store


def export(directory: Path, *, to: Path, normalised_time: bool = False) -> int:
    """Write the results of the run in DIRECTORY, one row per grid row, split, learner, dataset.

    Parameters
    ----------
    directory
        Run directory; it may be running.
    to
        File ending with .parquet, .csv or .duckdb.
    normalised_time
        Add fit_seconds_normalised and predict_seconds_normalised: times as one reference machine
        would have taken them, so that those of different machines can be compared.
    """
    store = Store(directory / RESULTS)
    try:
        rows = write(store, to, normalised_time=normalised_time)
    finally:
        store.close()
    print(f"{rows:,} rows in {to}")
    return DONE

"""``frostgrid export``: results as a file."""

from __future__ import annotations

from pathlib import Path

from frostgrid.base.plural import plural
from frostgrid.cli.main import DONE
from runners.directory import RESULTS
from runners.store.export import export as write
from runners.store.reading import reading


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
    with reading(directory / RESULTS) as store:
        rows = write(store, to, normalised_time=normalised_time)
    print(f"{plural(rows, 'row')} in {to}")
    return DONE

"""Results for analysis: ``frostgrid.open`` and what it returns."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from frostgrid.base.errors import FrostgridError, UnknownNameError
from frostgrid.base.plural import plural

if TYPE_CHECKING:
    import pandas as pd
    import pyarrow as pa

    from runners.store.predictions import Predicted

_PLACE = ["dataset", "protocol", "split", "learner", "grid", "config", "preprocessing", "subset"]


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Results:
    """A table of results; every method reads from memory.

    Attributes
    ----------
    table
        One row per dataset, split, learner and grid row, columns as in every export. Its schema's
        metadata holds the descriptions of environments and machines as JSON.
    predictions
        What a run kept of its predictions, by the column ``key``; None where there is nothing.
    """

    table: pa.Table
    predictions: Mapping[str, Predicted] | None = None

    def __repr__(self) -> str:
        datasets, learners = (
            plural(len(self.table.column(name).unique()), name) for name in ("dataset", "learner")
        )
        return f"Results({plural(self.table.num_rows, 'row')}: {datasets}, {learners})"

    def frame(self) -> pd.DataFrame:
        """All rows and columns; texts that repeat are categories."""
        found: pd.DataFrame = self.table.to_pandas()
        return found

    def matrix(self, measure: str) -> pd.DataFrame:
        """Mean of ``measure`` over splits: a row per dataset, columns are grid rows.

        Columns have the levels learner, grid and config: the same learner can stand under several
        presets and twins. All cells of a row are means over the same splits: those for which any
        cell has a value. A cell that lacks one of them, since its evaluation failed or is still to
        come, is NaN; a mean over fewer splits would differ by their difficulty. ``coverage`` and
        ``frame`` tell what is missing.
        """
        import pandas as pd

        place = ["dataset", "learner", "grid", "config"]
        frame = self._columns(*place, "protocol", "split", "status", measure)
        if not pd.api.types.is_numeric_dtype(frame[measure]):
            raise FrostgridError(f"{measure} is no number", hint="auc and accuracy are")
        done = frame[(frame["status"] == "ok") & frame[measure].notna()]
        done = done.astype(dict.fromkeys(["dataset", "learner", "grid", "protocol"], str))
        done["split"] = done["protocol"] + done["split"].astype(str)
        cells = done.groupby(place)
        needed = done.groupby("dataset")["split"].nunique()
        whole = cells["split"].nunique() == needed.reindex(cells.size().index, level="dataset")
        return cells[measure].mean().where(whole).unstack(place[1:]).sort_index(axis=1)

    def configs(self, learner: str) -> pd.DataFrame:
        """Frozen grid rows of ``learner`` that the results hold: one column per parameter.

        A missing value means that the package's own default was used. The grid of a twin holds the
        parameters of its R learner.
        """
        import pandas as pd

        from grids.frozen import load

        frame = self._columns("learner", "grid", "config").drop_duplicates()
        chosen = frame[frame["learner"] == learner]
        if chosen.empty:
            raise UnknownNameError("learner of these results", learner, set(frame["learner"]))
        rows = [
            {"grid": grid, "config": row, **load(grid).rows[row]}
            for grid, row in zip(chosen["grid"], chosen["config"], strict=True)
        ]
        return pd.DataFrame(rows).sort_values(["grid", "config"]).set_index("config")

    def coverage(self) -> pd.DataFrame:
        """Rows by dataset and learner (index) and status (columns)."""
        frame = self._columns("dataset", "learner", "status").astype(str)
        return frame.groupby(["dataset", "learner", "status"]).size().unstack(fill_value=0)

    def environments(self) -> dict[int, dict[str, Any]]:
        """Versions and thread settings by number, which the column ``environment`` holds."""
        return self._described("environment")

    def machines(self) -> dict[int, dict[str, Any]]:
        """Processor, memory and calibration by number, which the column ``machine`` holds."""
        return self._described("machine")

    def _described(self, what: str) -> dict[int, dict[str, Any]]:
        from runners.store.table import METADATA

        text = (self.table.schema.metadata or {}).get(METADATA[what].encode())
        if text is None:
            raise FrostgridError(
                f"this table does not say what its {what}s are",
                hint="open the run, or export it as Parquet or DuckDB; CSV has no place for it",
            )
        return {int(number): described for number, described in json.loads(text).items()}

    def _columns(self, *names: str) -> pd.DataFrame:
        for name in names:
            if name not in self.table.column_names:
                raise UnknownNameError("column", name, self.table.column_names)
        found: pd.DataFrame = self.table.select(list(names)).to_pandas()
        return found


def open_results(source: str | Path) -> Results:
    """Read the results of a run directory, or of a file that was exported from one.

    Parameters
    ----------
    source
        Run directory, or a Parquet, CSV or DuckDB file; its ending says which.

    Raises
    ------
    FrostgridError
        There is nothing there, or it is not a table of results.
    """
    path = Path(source)
    if path.is_dir():
        return _run(path)
    from runners.store.exported import read, typed

    table = read(path)
    missing = [name for name in _PLACE if name not in table.column_names]
    if missing:
        raise FrostgridError(
            f"{path} has no column {', '.join(missing)}", hint="is it a table of results?"
        )
    return Results(typed(table, path))


def _run(directory: Path) -> Results:
    import pyarrow as pa

    from runners.directory import RESULTS
    from runners.store.kept import Kept
    from runners.store.predictions import FOLDER
    from runners.store.reading import reading
    from runners.store.table import chunks, descriptions, schema

    with reading(directory / RESULTS) as store:
        table = pa.Table.from_batches(chunks(store), schema())
        table = table.replace_schema_metadata(descriptions(store))
    folder = directory / FOLDER
    return Results(table, Kept(folder) if folder.is_dir() else None)

"""Results as Parquet, CSV or DuckDB."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from frostgrid.base.atomic import replacing
from frostgrid.base.errors import FrostgridError
from runners.store.normalised import normalised, scores, wider
from runners.store.store import Store
from runners.store.table import chunks, descriptions, schema

if TYPE_CHECKING:
    import pyarrow as pa


Table = tuple["pa.Schema", Iterator["pa.RecordBatch"]]


def export(store: Store, path: Path, *, normalised_time: bool = False) -> int:
    """Write the results to ``path``; its ending says how. Returns the number of rows.

    The file is complete or absent, and is written in constant memory. Only rows that were
    committed when the export began are in it. DuckDB files hold the tables ``results``,
    ``environment`` and ``machine``; Parquet files describe the latter two in their metadata.

    Parameters
    ----------
    store, path
        From where, and to where.
    normalised_time
        Add times as the reference machine would have taken them, see ``runners.calibration``.

    Raises
    ------
    FrostgridError
        The ending is not ``.parquet``, ``.csv`` or ``.duckdb``, or the folder does not exist; no
        machine has been measured.
    """
    writers = {".parquet": _parquet, ".csv": _csv, ".duckdb": _duckdb}
    if path.suffix not in writers:
        raise FrostgridError(
            f"{path} has none of the endings {', '.join(writers)}", hint="name one of them"
        )
    if not path.parent.is_dir():
        raise FrostgridError(f"the folder {path.parent} does not exist", hint="make it first")
    table = _normalised(store) if normalised_time else (schema(), chunks(store))
    with replacing(path) as temporary:
        return writers[path.suffix](store, table, temporary)


def _normalised(store: Store) -> Table:
    known = scores(store)
    if not known:
        raise FrostgridError(
            f"{store.path}: no machine has been measured, so that times cannot be compared",
            hint="sessions of less than some ten seconds leave no time for it; export plain times",
        )
    return wider(schema()), normalised(chunks(store), known)


def _parquet(store: Store, table: Table, path: Path) -> int:
    import pyarrow.parquet as pq

    rows = 0
    with pq.ParquetWriter(path, table[0], compression="zstd") as writer:
        for chunk in table[1]:
            writer.write_batch(chunk)
            rows += chunk.num_rows
        # After the rows: a session that began meanwhile may have brought another machine.
        writer.add_key_value_metadata(descriptions(store))
    return rows


def _csv(_: Store, table: Table, path: Path) -> int:
    import pyarrow as pa
    import pyarrow.csv

    # Arrow writes no dictionaries to CSV.
    plain = pa.schema(
        [
            (field.name, pa.string() if pa.types.is_dictionary(field.type) else field.type)
            for field in table[0]
        ]
    )
    rows = 0
    with pyarrow.csv.CSVWriter(path, plain) as writer:
        for chunk in table[1]:
            writer.write_batch(chunk.cast(plain))
            rows += chunk.num_rows
    return rows


def _duckdb(store: Store, table: Table, path: Path) -> int:
    import duckdb

    with TemporaryDirectory(dir=path.parent) as folder, duckdb.connect(str(path)) as database:
        results = Path(folder, "results.parquet")
        rows = _parquet(store, table, results)
        database.execute("CREATE TABLE results AS FROM read_parquet(?)", [str(results)])
        for name in ("environment", "machine"):
            database.execute(f"CREATE TABLE {name} (id INTEGER PRIMARY KEY, json JSON)")
            for row in store.db.execute(f"SELECT id, json FROM {name}"):  # noqa: S608
                database.execute(f"INSERT INTO {name} VALUES (?, ?)", row)  # noqa: S608
    return rows

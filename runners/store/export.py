"""Results as Parquet, CSV or DuckDB."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

from frostgrid.base.atomic import replacing
from frostgrid.base.errors import FrostgridError
from runners.store.store import Store
from runners.store.table import chunks, descriptions, schema


def export(store: Store, path: Path) -> int:
    """Write the results to ``path``; its ending says how. Returns the number of rows.

    The file is complete or absent, and is written in constant memory. Only rows that were
    committed when the export began are in it. DuckDB files hold the tables ``results``,
    ``environment`` and ``machine``; Parquet files describe the latter two in their metadata.

    Raises
    ------
    FrostgridError
        The ending is not ``.parquet``, ``.csv`` or ``.duckdb``, or the folder does not exist.
    """
    writers = {".parquet": _parquet, ".csv": _csv, ".duckdb": _duckdb}
    if path.suffix not in writers:
        raise FrostgridError(
            f"{path} has none of the endings {', '.join(writers)}", hint="name one of them"
        )
    if not path.parent.is_dir():
        raise FrostgridError(f"the folder {path.parent} does not exist", hint="make it first")
    with replacing(path) as temporary:
        return writers[path.suffix](store, temporary)


def _parquet(store: Store, path: Path) -> int:
    import pyarrow.parquet as pq

    rows = 0
    with pq.ParquetWriter(path, schema(), compression="zstd") as writer:
        for chunk in chunks(store):
            writer.write_batch(chunk)
            rows += chunk.num_rows
        # After the rows: a session that began meanwhile may have brought another machine.
        writer.add_key_value_metadata(descriptions(store))
    return rows


def _csv(store: Store, path: Path) -> int:
    import pyarrow as pa
    import pyarrow.csv

    # Arrow writes no dictionaries to CSV.
    plain = pa.schema(
        [
            (field.name, pa.string() if pa.types.is_dictionary(field.type) else field.type)
            for field in schema()
        ]
    )
    rows = 0
    with pyarrow.csv.CSVWriter(path, plain) as writer:
        for chunk in chunks(store):
            writer.write_batch(chunk.cast(plain))
            rows += chunk.num_rows
    return rows


def _duckdb(store: Store, path: Path) -> int:
    import duckdb

    with TemporaryDirectory(dir=path.parent) as folder, duckdb.connect(str(path)) as database:
        results = Path(folder, "results.parquet")
        rows = _parquet(store, results)
        database.execute("CREATE TABLE results AS FROM read_parquet(?)", [str(results)])
        for table in ("environment", "machine"):
            database.execute(f"CREATE TABLE {table} (id INTEGER PRIMARY KEY, json JSON)")
            for row in store.db.execute(f"SELECT id, json FROM {table}"):  # noqa: S608
                database.execute(f"INSERT INTO {table} VALUES (?, ?)", row)  # noqa: S608
    return rows

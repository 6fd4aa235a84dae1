"""Exported files, read back: Parquet, CSV and DuckDB."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

from frostgrid.base.digest import canonical
from frostgrid.base.errors import FrostgridError
from runners.store.normalised import wider
from runners.store.table import METADATA, schema
from runners.text import one_line

if TYPE_CHECKING:
    import pyarrow as pa

_LINE = 1 << 25
"""Bytes that a line of CSV may have: the confusion counts of 2,000 classes take 12 million."""

_SEALED: dict[str, str | bool | int | float | list[str]] = {
    "enable_external_access": "false",
    "autoinstall_known_extensions": "false",
    "autoload_known_extensions": "false",
}
"""What a DuckDB file holds may name other files, or extensions that DuckDB would fetch and load."""


def read(path: Path) -> pa.Table:
    """The table in a Parquet, DuckDB or else CSV file, as its ending says.

    The file is not written, and nothing in it is run. Floats come back to the last bit. Where the
    file describes environments and machines, the schema's metadata does.

    Raises
    ------
    FrostgridError
        There is no such file, or no table in it.
    """
    import pyarrow as pa

    if not path.exists():
        raise FrostgridError(
            f"{path} does not exist", hint="name a run directory, or a file exported from one"
        )
    readers = {".parquet": ("Parquet", _parquet), ".duckdb": ("DuckDB", _duckdb)}
    kind, reader = readers.get(path.suffix, ("CSV", _csv))
    try:
        return reader(path)
    except (OSError, ValueError, pa.ArrowException) as error:
        raise FrostgridError(
            f"{path} cannot be read as {kind}: {_said(error)}",
            hint="restore the file, or export the run again as .parquet, .csv or .duckdb",
        ) from error


def typed(table: pa.Table, path: Path) -> pa.Table:
    """``table``, which was read from ``path``, with the types that columns have in every export.

    Raises
    ------
    FrostgridError
        A cell is of another kind than its column.
    """
    import pyarrow as pa

    for field in schema():
        position = table.schema.get_field_index(field.name)
        if position < 0 or table.schema.field(position).type == field.type:
            continue
        column = table.column(position)
        try:
            if pa.types.is_dictionary(field.type):
                column = column.cast(pa.string()).dictionary_encode()
            table = table.set_column(position, field.name, column.cast(field.type))
        except pa.ArrowException as error:
            raise FrostgridError(
                f"{path}, column {field.name}: {_said(error)}",
                hint="restore the file, or export the run again",
            ) from error
    return table


def _said(error: Exception) -> str:
    return one_line(str(error)).rstrip(".!")


def _parquet(path: Path) -> pa.Table:
    import pyarrow.parquet as pq

    with pq.ParquetFile(path) as file:
        # The schema's own metadata lacks what was added after the rows.
        kept = (file.metadata.metadata or {}).items()
        ours = {key: text for key, text in kept if key.startswith(b"frostgrid.")}
        return file.read().replace_schema_metadata(ours)


def _csv(path: Path) -> pa.Table:
    import pyarrow as pa
    import pyarrow.compute as pc
    from pyarrow import csv

    # A name such as 007 stays a text, and -0 a float. Whole numbers are not declared: other
    # programs write 7.0 where a column has missing cells, too.
    kinds = {
        field.name: field.type if pa.types.is_floating(field.type) else pa.string()
        for field in wider(schema())
        if not pa.types.is_integer(field.type)
    }
    table = csv.read_csv(
        path,
        read_options=csv.ReadOptions(block_size=_LINE),
        parse_options=csv.ParseOptions(newlines_in_values=True),
        convert_options=csv.ConvertOptions(
            column_types=kinds, null_values=[""], strings_can_be_null=True
        ),
    )
    # Not every program tells an empty text from a missing one; of ours, one column may be missing.
    for position, field in enumerate(table.schema):
        if kinds.get(field.name) == pa.string() and field.name != "confusion":
            filled = pc.fill_null(table.column(position), "")
            table = table.set_column(position, field.name, filled)
    return table


def _duckdb(path: Path) -> pa.Table:
    import duckdb

    try:
        # An absolute path, since DuckDB takes the beginning of a name such as md:x for a service.
        with duckdb.connect(str(path.resolve()), read_only=True, config=_SEALED) as database:
            found = database.execute(
                "SELECT table_name FROM duckdb_tables()"
                " WHERE schema_name = 'main' AND database_name = current_database()"
            )
            tables = {name for (name,) in found.fetchall()}
            if "results" not in tables:
                raise ValueError("it has no table 'results'")
            table = database.sql("FROM main.results").to_arrow_table()
            described = {
                key: database.execute(f"SELECT id, json FROM main.{name}").fetchall()  # noqa: S608
                for name, key in METADATA.items()
                if name in tables
            }
    except duckdb.Error as error:
        raise ValueError(str(error)) from error
    return table.replace_schema_metadata(
        {
            key: canonical({number: json.loads(text) for number, text in rows})
            for key, rows in described.items()
        }
    )

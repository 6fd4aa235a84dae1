"""Exported files, read back: every cell as it was, whatever the format, and nothing is run."""

from __future__ import annotations

import math
import sqlite3
import struct
from dataclasses import replace
from pathlib import Path

import duckdb
import pandas as pd
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st
from made_up import TASKS, fill, outcome

import frostgrid
from frostgrid.base.errors import FrostgridError
from frostgrid.cli.main import main
from grids.space import Value
from runners.directory import RESULTS
from runners.evaluation import Status
from runners.store import export as writers
from runners.store.exported import read
from runners.store.row import Record
from runners.store.store import Store
from runners.store.table import chunks

ENDINGS = ("parquet", "csv", "duckdb")
TEXTS = (
    *('a, b; "c"', "two\nlines", "two\r\nlines", "'", ",", '"', "\n"),
    *("NA", "nan", "NULL", "None", "007", "1e5", "true", "-0", "2020-01-01", ""),
    *(" blanks ", "\ttab", "\u202ename\u00e9\u540d", "\\N", "=1+1", "#"),
)
FLOATS = (
    *(math.nan, -0.0, 0.0, 1 / 3, 0.1, 1.0, 5e-324, 1.7976931348623157e308, 2.0**53 + 2),
    *(math.inf, -math.inf, 1e22, 123456789012345680.0, 1796007471.0436754, None),
)
WHOLE = (2**63 - 1, -(2**63), 2**53 + 1, 0, None)


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store with a row for every text, as the message of a package and the name of a dataset."""
    directory = tmp_path_factory.mktemp("run")
    store = Store(directory / RESULTS, write=True)
    fill(store)
    with store.transaction():
        facts = store.environment({"python": "3"}), store.machine({"cores": 2})
    for number, text in enumerate(TEXTS):
        config: dict[str, Value] = {"depth": 1000 + number, "text": text}
        task = replace(
            TASKS[0],
            dataset=text or "empty",
            dataset_digest=f"{100 + number:064}",
            learner="ranger",
        )
        with store.transaction():
            numbers = store.task(task), store.config("ranger", config)
            store.grid_row("ranger", (0, 0), "frostgrid/ranger", 1000 + number, numbers[1])
        made = outcome(task.key(config), Status.OK, 0.25)
        made = replace(made, message=text, load=1 / 3, peak_memory=2**40 + number, warnings=1)
        store.record([Record(made, *numbers, *facts, 0, 1)])
    store.close()
    return directory


def exported(run: Path, folder: Path, ending: str) -> Path:
    path = folder / f"table.{ending}"
    assert main(["export", str(run), "--to", str(path)]) == 0
    return path


@pytest.mark.parametrize("ending", ENDINGS)
def test_an_exported_file_opens_as_the_run_it_came_from(
    run: Path, tmp_path: Path, ending: str
) -> None:
    file, whole = frostgrid.open(exported(run, tmp_path, ending)), frostgrid.open(run)
    assert file.table.equals(whole.table)
    assert file.table.schema.equals(whole.table.schema)
    pd.testing.assert_frame_equal(file.frame(), whole.frame())
    assert set(file.frame()["message"]) >= set(TEXTS)
    assert set(file.frame()["dataset"]) >= {text or "empty" for text in TEXTS}
    if ending == "csv":
        with pytest.raises(FrostgridError, match="CSV has no place for it"):
            file.machines()
    else:
        assert file.machines() == whole.machines()
        assert file.environments() == whole.environments()


@pytest.mark.parametrize("ending", ENDINGS)
def test_the_checksums_of_every_row_hold_in_an_exported_file(
    run: Path, tmp_path: Path, ending: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path = exported(run, tmp_path, ending)
    main(["verify", str(path)])  # scores were made up, and break the laws of scores
    said = capsys.readouterr().out
    assert "accuracy times test rows is no whole number" in said
    assert "checksum: " not in said


@pytest.mark.parametrize("ending", ENDINGS)
@pytest.mark.parametrize(
    ("column", "cell"), [("message", "na"), ("load", 0.3333333333333334), ("peak_memory", 2**40)]
)
def test_a_changed_cell_of_an_exported_file_is_found(
    run: Path,
    tmp_path: Path,
    ending: str,
    column: str,
    cell: object,
    capsys: pytest.CaptureFixture[str],
) -> None:
    path = exported(run, tmp_path, ending)
    frame = frostgrid.open(path).frame()
    cells = frame[column].tolist()
    cells[frame["message"].tolist().index("NA")] = cell
    write(frame.assign(**{column: cells}), path)
    main(["verify", str(path)])
    assert "config 1007: a cell has changed since the row was stored" in capsys.readouterr().out


def write(frame: pd.DataFrame, path: Path) -> None:
    """As pandas or DuckDB would write a table that somebody has worked on."""
    path.unlink()
    match path.suffix:
        case ".csv":
            frame.to_csv(path, index=False)
        case ".parquet":
            frame.to_parquet(path)
        case ".duckdb":
            with duckdb.connect(str(path)) as database:
                database.register("given", pa.Table.from_pandas(frame))
                database.execute("CREATE TABLE results AS FROM given")


@pytest.mark.parametrize("ending", ENDINGS)
def test_a_file_that_another_program_wrote_again_has_the_types_of_an_export(
    run: Path, tmp_path: Path, ending: str
) -> None:
    """Pandas writes whole numbers beside missing ones as 4.0, and no quotes around empty texts."""
    path = exported(run, tmp_path, ending)
    whole = frostgrid.open(path)
    write(whole.frame(), path)
    again = frostgrid.open(path)
    assert again.table.schema.equals(whole.table.schema)
    assert again.table.replace_schema_metadata(None).equals(
        whole.table.replace_schema_metadata(None)
    )


def bits(number: float | None) -> bytes | None:
    return None if number is None else struct.pack("<d", number)


def hard(store: Store) -> pa.RecordBatch:
    """Rows whose cells no true row has, and that a text file spoils most easily."""
    batch = next(chunks(store))
    columns = {field.name: batch.column(field.name) for field in batch.schema}
    for name, cells in (("load", FLOATS), ("message", (*TEXTS, "a\rb")), ("peak_memory", WHOLE)):
        kind = batch.schema.field(name).type
        repeated = [cells[i % len(cells)] for i in range(batch.num_rows)]
        columns[name] = pa.array(repeated, kind)
    return pa.RecordBatch.from_arrays(list(columns.values()), schema=batch.schema)


@pytest.mark.parametrize("ending", ENDINGS)
def test_hard_values_come_back_to_the_last_bit(
    run: Path, tmp_path: Path, ending: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = Store(run / RESULTS)
    batch = hard(store)
    monkeypatch.setattr(writers, "chunks", lambda _: iter([batch]))
    path = tmp_path / f"hard.{ending}"
    assert writers.export(store, path) == batch.num_rows
    store.close()
    assert batch.num_rows > max(len(FLOATS), len(TEXTS))
    found = frostgrid.open(path).table
    assert [*map(bits, found["load"].to_pylist())] == [*map(bits, batch["load"].to_pylist())]
    assert found["message"].to_pylist() == batch["message"].to_pylist()
    assert found["peak_memory"].to_pylist() == batch["peak_memory"].to_pylist()


@given(st.lists(st.tuples(st.floats(), st.integers(-(2**63), 2**63 - 1)), min_size=1, max_size=9))
def test_every_number_comes_back_from_csv(
    tmp_path_factory: pytest.TempPathFactory, pairs: list[tuple[float, int]]
) -> None:
    path = tmp_path_factory.mktemp("csv") / "t.csv"
    numbers, whole = zip(*pairs, strict=True)
    batch = pa.record_batch({"load": pa.array(numbers), "peak_memory": pa.array(whole)})
    writers._csv(None, (batch.schema, iter([batch])), path)  # type: ignore[arg-type]
    found = read(path)
    assert [math.isnan(x) or bits(x) for x in found["load"].to_pylist()] == [
        math.isnan(x) or bits(x) for x in numbers
    ]
    assert found["peak_memory"].to_pylist() == list(whole)


@pytest.mark.parametrize("ending", ENDINGS)
def test_opening_and_verifying_leave_a_file_and_its_folder_as_they_were(
    run: Path, tmp_path: Path, ending: str
) -> None:
    path = exported(run, tmp_path, ending)
    before = path.read_bytes(), path.stat().st_mtime_ns, sorted(tmp_path.iterdir())
    frostgrid.open(path).frame()
    main(["verify", str(path)])
    assert (path.read_bytes(), path.stat().st_mtime_ns, sorted(tmp_path.iterdir())) == before


@pytest.mark.parametrize(
    "definition",
    [
        "CREATE VIEW results AS SELECT * FROM read_text('{secret}')",
        "CREATE VIEW results AS FROM elsewhere",
        "CREATE TABLE other (dataset TEXT); CREATE SCHEMA s; CREATE TABLE s.results (a INTEGER)",
    ],
)
def test_a_duckdb_file_whose_results_are_no_table_of_its_own_is_refused(
    tmp_path: Path, definition: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "secret").write_text("not for you")
    path = tmp_path / "t.duckdb"
    with duckdb.connect(str(path)) as database:
        database.execute("CREATE TABLE elsewhere (dataset TEXT)")
        database.execute(definition.format(secret=tmp_path / "secret"))
    assert main(["verify", str(path)]) == 1
    said = capsys.readouterr()
    assert "it has no table 'results'" in said.err
    assert "not for you" not in said.out + said.err


def test_a_duckdb_file_reads_no_other_file(tmp_path: Path) -> None:
    """Neither as its results nor as what they are described by."""
    (tmp_path / "secret").write_text("not for you")
    path = tmp_path / "t.duckdb"
    with duckdb.connect(str(path)) as database:
        database.execute("CREATE TABLE results (dataset TEXT)")
        database.execute(
            f"CREATE VIEW machine AS SELECT 1 AS id, content AS json"
            f" FROM read_text('{tmp_path / 'secret'}')"
        )
    assert not read(path).schema.metadata


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("t.duckdb", b"", "not a valid DuckDB database"),
        ("t.duckdb", b"x" * 5000, "not a valid DuckDB database"),
        ("t.parquet", b"PAR1 and nothing more PAR1", "cannot be read as Parquet"),
        ("t.csv", b"", "Empty CSV file"),
        ("t.csv", b"dataset,split\na,0\nb\n", "Expected 2 columns, got 1"),
        ("t.csv", b"dataset,split\n\xff,0\n", "invalid UTF8"),
        ("t.csv", b"dataset,auc\na,x\n", "invalid value 'x'"),
        ("t.csv", b"dataset,split\na,0\n", "has no column protocol, learner"),
    ],
)
def test_a_file_that_holds_no_table_of_results_is_one_line(
    tmp_path: Path, name: str, content: bytes, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / name
    path.write_bytes(content)
    assert main(["study", "twins", str(path)]) == 1
    error = capsys.readouterr().err
    assert said in error
    assert str(path) in error
    assert error.count("\n") == 1


def test_a_store_under_the_name_of_a_duckdb_file_is_refused_without_an_extension(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """DuckDB would fetch an extension for SQLite from the network."""
    path = tmp_path / "t.duckdb"
    database = sqlite3.connect(path)
    database.execute("CREATE TABLE results (dataset TEXT)")
    database.close()
    assert main(["verify", str(path)]) == 1
    assert "disabled through configuration" in capsys.readouterr().err


def test_a_whole_number_that_is_none_is_named_with_its_column(run: Path, tmp_path: Path) -> None:
    path = exported(run, tmp_path, "csv")
    frame = frostgrid.open(path).frame()
    frame["attempt"] = frame["attempt"] + 0.5
    frame.to_csv(path, index=False)
    with pytest.raises(FrostgridError, match=r"table\.csv, column attempt: .*truncated"):
        frostgrid.open(path)


def test_a_line_of_csv_may_hold_the_confusion_counts_of_a_thousand_classes(tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    counts = str([10] * 1_000_000)
    path.write_text(f'dataset,confusion\na,"{counts}"\n')
    assert read(path)["confusion"].to_pylist() == [counts]

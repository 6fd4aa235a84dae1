"""Stores that an older frostgrid made: read as they are, brought up to date when written."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pyarrow.parquet as pq
import pytest
from made_up import fill

from frostgrid.base.errors import FrostgridError
from runners.calibration import Calibration, Rates
from runners.store.export import export
from runners.store.schema import VERSION
from runners.store.store import Store

TABLES = ("task", "config", "grid_row", "environment", "machine", "evaluation")


@pytest.fixture
def present(tmp_path: Path) -> Path:
    path = tmp_path / "present.sqlite"
    store = Store(path, write=True)
    fill(store)
    store.close()
    return path


@pytest.fixture
def older(present: Path) -> Path:
    """The same rows as version 1 kept them."""
    path = present.with_name("older.sqlite")
    db = sqlite3.connect(path)
    db.executescript(Path(__file__).with_name("version_1.sql").read_text())
    db.execute("ATTACH ? AS present", (str(present),))
    for table in TABLES:
        columns = ", ".join(row[1] for row in db.execute(f"PRAGMA main.table_info({table})"))
        db.execute(f"INSERT INTO main.{table} SELECT {columns} FROM present.{table}")
    db.commit()
    db.close()
    return path


def exported(path: Path) -> list[dict[str, object]]:
    store = Store(path)
    export(store, path.with_suffix(".parquet"))
    store.close()
    found: list[dict[str, object]] = pq.read_table(path.with_suffix(".parquet")).to_pylist()
    return found


def version(path: Path) -> int:
    db = sqlite3.connect(path)
    found: int = db.execute("PRAGMA user_version").fetchone()[0]
    db.close()
    return found


def test_a_store_of_version_1_is_read_without_being_changed(present: Path, older: Path) -> None:
    before = older.read_bytes()
    old, new = Store(older), Store(present)
    assert old.counts() == new.counts() != {}
    assert old.done_by_cell() == new.done_by_cell()
    assert old.worked_since(0, 60) == new.worked_since(0, 60)
    old.close()
    new.close()
    assert exported(older) == exported(present)
    assert older.read_bytes() == before
    assert version(older) == 1


def test_writing_brings_a_store_of_version_1_up_to_date_and_keeps_every_row(
    present: Path, older: Path
) -> None:
    Store(older, write=True).close()
    assert version(older) == VERSION
    assert exported(older) == exported(present)
    old, new = Store(older), Store(present)
    assert old.counts() == new.counts()
    tables = "SELECT type, name, sql FROM sqlite_schema ORDER BY 1, 2"
    assert old.db.execute(tables).fetchall() == new.db.execute(tables).fetchall()
    old.close()
    new.close()


def test_an_upgrade_that_is_cut_short_leaves_the_older_store(older: Path) -> None:
    before = exported(older)
    db = sqlite3.connect(older)
    db.execute("CREATE TABLE older (is_in_the_way)")
    db.close()
    with pytest.raises(FrostgridError, match="older"):
        Store(older, write=True)
    assert version(older) == 1
    assert exported(older) == before


@pytest.fixture
def second(present: Path) -> Path:
    """The same rows in a store of version 2, which knew no load and no calibration."""
    path = present.with_name("second.sqlite")
    path.write_bytes(present.read_bytes())
    db = sqlite3.connect(path)
    db.execute("ALTER TABLE evaluation DROP COLUMN load")
    db.executescript("DROP TABLE calibration; PRAGMA user_version = 2;")
    db.close()
    return path


def test_a_store_of_version_2_is_read_and_brought_up_to_date(present: Path, second: Path) -> None:
    assert exported(second) == exported(present)
    assert version(second) == 2
    Store(second, write=True).close()
    assert version(second) == VERSION
    assert exported(second) == exported(present)
    fresh = Store(second, write=True)
    with fresh.transaction():
        machine = fresh.machine({"node": "new"})
        fresh.calibration(machine, Calibration(Rates(1.0, 2.0, 3.0), 4.0))
    assert list(fresh.calibrations()) == [(machine, Calibration(Rates(1.0, 2.0, 3.0), 4.0))]
    fresh.close()

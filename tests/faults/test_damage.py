"""Stores that were cut short or have a bit flipped: noticed, or without effect; whole rows stay."""

from __future__ import annotations

import random
import shutil
import sqlite3
from collections import Counter
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from runners.directory import PLAN, RESULTS
from runners.plan import read_plan
from runners.store.row import unpack
from runners.store.schema import columns_of_schema
from runners.wholeness import flaw, see_whole
from tests.end_to_end.runs import call, table
from tests.faults.figures import figures
from tests.faults.runs import cheap, duplicated, lost, stored

UNCOVERED = {"finished", "worker", "attempt", "load", "measured", "product", "memory", "tree"}
"""Columns that no checksum covers: when and by whom a row was made, and speeds of machines."""


@pytest.fixture(scope="module")
def intact(tmp_path_factory: pytest.TempPathFactory) -> Path:
    run = tmp_path_factory.mktemp("intact") / "run"
    code, said = call("run", "grid", *cheap("0-9", "0-4"), "--out", str(run))
    assert code == 0, said
    with closing(sqlite3.connect(run / RESULTS)) as database:
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return run


@pytest.fixture
def harmed(intact: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(intact, tmp_path / "run"))


def content(results: Path) -> dict[str, list[tuple[Any, ...]]]:
    """All cells that something covers; confusion counts as numbers, however they are packed."""
    found = {}
    with closing(sqlite3.connect(results)) as database:
        database.create_function("counts", 1, lambda blob: blob and str(unpack(blob)))
        for name, columns in columns_of_schema().items():
            shown = ", ".join(
                "counts(confusion)" if column == "confusion" else column
                for column, kind in columns.items()
                # Sums in the tally are compared with the rows up to rounding.
                if column not in UNCOVERED and not (name == "tally" and kind == "REAL")
            )
            found[name] = sorted(database.execute(f"SELECT {shown} FROM {name}"), key=repr)
    return found


def spoil(run: Path, content: bytes) -> None:
    for old in run.glob("results.*"):
        old.unlink()
    (run / RESULTS).write_bytes(content)


@pytest.mark.parametrize("tries", [30, pytest.param(4096, marks=pytest.mark.slow)])
def test_a_store_cut_anywhere_in_its_last_page_keeps_its_whole_rows(
    harmed: Path, tries: int
) -> None:
    found = figures("store cut within its last page")
    original, before = (harmed / RESULTS).read_bytes(), stored(harmed)
    fewest = len(before)
    for cut in random.Random(tries).sample(range(1, 4097), tries):
        spoil(harmed, original[:-cut])
        said: list[str] = []
        see_whole(harmed, said.append)
        assert "results.damaged-1.sqlite" in said[-1]
        assert (harmed / "results.damaged-1.sqlite").read_bytes() == original[:-cut]
        after = stored(harmed)
        assert after.items() <= before.items()
        fewest = min(fewest, len(after))
        found.duplicated += duplicated(harmed)
        found.tries += 1
    found.notes["rows kept"] = f"{fewest} of {len(before)} at least"
    assert fewest >= len(before) - 20  # those on one page
    assert found.duplicated == 0


@pytest.mark.parametrize("tries", [30, pytest.param(1000, marks=pytest.mark.slow)])
def test_a_flipped_bit_is_noticed_or_without_effect(harmed: Path, tries: int) -> None:
    found = figures("store with one flipped bit")
    original, before = (harmed / RESULTS).read_bytes(), stored(harmed)
    plan, _ = read_plan(harmed / PLAN)
    whole = content(harmed / RESULTS)
    chance = random.Random(tries)
    counts: Counter[str] = Counter()
    fewest = len(before)
    for _ in range(tries):
        place = chance.randrange(len(original))
        flipped = bytearray(original)
        flipped[place] ^= 1 << chance.randrange(8)
        spoil(harmed, bytes(flipped))
        if see_whole(harmed, lambda _line: None, rows=True) is None:
            assert content(harmed / RESULTS) == whole, f"byte {place} is {flipped[place]}"
            counts["without effect"] += 1
        else:
            assert flaw(harmed / RESULTS, plan) == ""
            assert (harmed / "results.damaged-1.sqlite").read_bytes() == bytes(flipped)
            after = stored(harmed)
            assert after.items() <= before.items()
            fewest = min(fewest, len(after))
            found.duplicated += duplicated(harmed)
            counts["noticed"] += 1
        found.tries += 1
    found.notes |= {what: str(count) for what, count in counts.items()}
    found.notes["rows kept"] = f"{fewest} of {len(before)} at least"
    assert fewest >= len(before) - 20
    assert found.duplicated == 0


def test_resume_mends_a_store_by_itself_and_makes_what_is_missing_again(
    intact: Path, harmed: Path
) -> None:
    original, before = (harmed / RESULTS).read_bytes(), stored(harmed)
    page = next(
        at
        for at in range(4096, len(original), 4096)
        if original[at] == 0x0A and original[at + 3 : at + 5] > b"\0\1"
    )
    spoil(harmed, original[: page + 100] + bytes(1000) + original[page + 1100 : -4096])
    code, said = call("resume", str(harmed))
    assert code == 0, said
    assert "is damaged" in said
    assert str(harmed / "results.damaged-1.sqlite") in said
    assert len(stored(harmed)) == len(before)
    assert table(harmed).equals(table(intact))


def test_rows_in_the_log_of_a_killed_run_are_kept_as_well(harmed: Path) -> None:
    before = stored(harmed)
    with closing(sqlite3.connect(harmed / RESULTS, isolation_level=None)) as database:
        database.execute("PRAGMA wal_autocheckpoint = 0")
        database.execute("UPDATE evaluation SET finished = finished + 1")
        log = harmed / f"{RESULTS}-wal"
        shutil.copy(log, harmed / "log")
        shutil.copy(harmed / RESULTS, harmed / "main")
    spoil(harmed, bytes(len((harmed / "main").read_bytes())))  # nothing is left but the log
    shutil.move(harmed / "log", log)
    said: list[str] = []
    assert see_whole(harmed, said.append, rows=True) is not None
    assert lost(before, stored(harmed)) == 0


def test_verify_and_mend_say_what_is_damaged_and_what_was_kept(harmed: Path) -> None:
    with closing(sqlite3.connect(harmed / RESULTS)) as database, database:
        database.execute(
            "UPDATE evaluation SET auc = auc / 2 WHERE key = (SELECT min(key) FROM evaluation)"
        )
    code, said = call("verify", str(harmed))
    assert code == 1
    assert "checksum" in said
    code, said = call("mend", str(harmed))
    assert code == 0
    assert "results.damaged-1.sqlite" in said
    code, said = call("resume", str(harmed))
    assert code == 0, said
    assert "1 to run" in said
    code, said = call("mend", str(harmed))
    assert (code, said) == (0, "Nothing to mend: every row is as it was stored.\n")


def test_speeds_of_machines_are_kept_with_the_rows(harmed: Path) -> None:
    with closing(sqlite3.connect(harmed / RESULTS)) as database:
        query = "SELECT product, memory, tree FROM calibration ORDER BY measured"
        speeds = database.execute(query).fetchall()
    assert speeds
    spoil(harmed, (harmed / RESULTS).read_bytes()[:-1])
    assert see_whole(harmed, lambda _line: None) is not None
    with closing(sqlite3.connect(harmed / RESULTS)) as database:
        assert database.execute(query).fetchall() == speeds

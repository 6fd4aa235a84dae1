"""Hints that can be typed: the real command, with the real directory, quoted for a shell."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from frostgrid.base.errors import FrostgridError
from frostgrid.cli.main import main
from runners.directory import RESULTS
from runners.free_space import require_space
from runners.run import create
from tests.merge.synthetic import LIMITS, keys, part, plan, run, success


@pytest.fixture
def whole(tmp_path: Path) -> Path:
    """A run whose directory has a blank in its name."""
    return run(tmp_path / "a run", {key: (success(key), 1, 5.0) for key in keys()})


def not_a_store(directory: Path) -> None:
    (directory / RESULTS).write_bytes(b"not a database" * 1000)


def unreadable_counts(directory: Path) -> None:
    with closing(sqlite3.connect(directory / RESULTS)) as database, database:
        database.execute("UPDATE evaluation SET confusion = x'00'")


def unreadable_pages(directory: Path) -> None:
    """All pages but those of the schema; its tables can still be opened."""
    path = directory / RESULTS
    with closing(sqlite3.connect(path)) as database:
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        database.execute("PRAGMA journal_mode = DELETE")
        (page,) = database.execute("PRAGMA page_size").fetchone()
        roots = {root for (root,) in database.execute("SELECT rootpage FROM sqlite_schema") if root}
    content = bytearray(path.read_bytes())
    for number in roots - {1}:
        content[(number - 1) * page : number * page] = b"\xff" * page
    path.write_bytes(content)


@pytest.mark.parametrize(
    ("harm", "arguments"),
    [
        (not_a_store, ["status"]),
        (not_a_store, ["export", "--to", "x.csv"]),
        (unreadable_pages, ["status"]),
        (unreadable_pages, ["export", "--to", "x.csv"]),
        (unreadable_pages, ["verify"]),
        (unreadable_counts, ["export", "--to", "x.csv"]),
        (unreadable_counts, ["verify"]),
    ],
)
def test_damage_is_one_line_with_the_command_that_mends_this_run(
    whole: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    harm: Callable[[Path], None],
    arguments: list[str],
) -> None:
    harm(whole)
    monkeypatch.chdir(whole.parent)
    assert main([arguments[0], str(whole), *arguments[1:]]) == 1
    error = capsys.readouterr().err
    assert error.count("\n") == 1
    assert error.endswith(f" mend '{whole}'\n")
    assert str(whole / RESULTS) in error
    assert error.count(" mend ") == 1
    assert not (whole.parent / "x.csv").exists()


def test_a_merge_says_which_of_its_runs_is_damaged(
    whole: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = Path(shutil.copytree(whole, tmp_path / "another run"))
    unreadable_pages(other)
    assert main(["merge", str(whole), str(other), "--out", str(tmp_path / "out")]) == 1
    error = capsys.readouterr().err
    assert error.count("\n") == 1
    assert error.endswith(f" mend '{other}'\n")


def test_what_was_mended_is_made_again_by_the_command_that_is_told(
    whole: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    unreadable_counts(whole)
    assert main(["mend", str(whole)]) == 0
    said = capsys.readouterr().out
    assert "Kept: 0 whole rows" in said
    assert said.endswith(f" resume '{whole}'\n")


def test_a_directory_without_a_run_is_told_the_command_that_starts_one_there(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["resume", str(tmp_path / "new run")]) == 1
    assert capsys.readouterr().err.endswith(f" run grid --out '{tmp_path / 'new run'}'\n")


def test_another_plan_is_told_the_command_that_goes_on_with_the_one_there(whole: Path) -> None:
    with pytest.raises(FrostgridError) as error:
        create(whole, part(rows=(0,)), LIMITS)
    assert str(error.value).endswith(f" resume '{whole}'")


def test_a_run_without_results_is_told_the_command_that_makes_some(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    create(tmp_path / "new run", plan(), LIMITS)
    (tmp_path / "new run" / RESULTS).touch()
    assert main(["export", str(tmp_path / "new run"), "--to", str(tmp_path / "x.csv")]) == 1
    assert capsys.readouterr().err.endswith(f" resume '{tmp_path / 'new run'}'\n")


def test_a_full_disk_is_told_the_command_to_go_on_with(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    usage = type(shutil.disk_usage(tmp_path))(10**9, 10**9, 0)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: usage)
    with pytest.raises(FrostgridError) as error:
        require_space(tmp_path / "a run")
    assert str(error.value).endswith(f" resume '{tmp_path / 'a run'}'")

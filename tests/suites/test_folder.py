"""A folder, or one file, as a suite."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from frostgrid.base.errors import FrostgridError
from suites.folder import load_file
from suites.registry import Reference, load, suite

GOOD = "x,target\n1,a\n2,a\n3,b\n4,b\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "b.csv").write_text(GOOD)
    (tmp_path / "a.CSV").write_text(GOOD)
    (tmp_path / "bad.csv").write_text("x,target\n1,a,2\n")
    (tmp_path / "notes.txt").write_text("not a dataset")
    (tmp_path / "deeper").mkdir()
    return tmp_path


def test_a_folder_is_a_suite_of_its_files_and_loading_one_does_not_read_the_others(
    folder: Path,
) -> None:
    found = suite(str(folder))
    assert found.datasets == ("a", "b", "bad")
    assert load(found, "b").n_rows == 4
    with pytest.raises(FrostgridError, match=r"bad\.csv, line 2"):
        load(found, "bad")
    with pytest.raises(FrostgridError, match="did you mean bad"):
        load(found, "bat")


def test_one_file_is_a_suite_too(folder: Path) -> None:
    found = suite(str(folder / "b.csv"))
    assert found.datasets == ("b",)
    assert load(found, "b").classes == ("a", "b")


def test_a_reference_finds_its_file_from_any_working_directory(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder.parent)
    reference = suite(folder.name).reference("b")
    monkeypatch.chdir("/")
    again = Reference.from_dict(reference.to_dict())
    assert again == reference
    assert again.load().digest == load_file(folder / "b.csv").digest


def test_the_target_is_the_one_named_or_target_or_class_in_any_case_and_never_guessed(
    tmp_path: Path,
) -> None:
    path = tmp_path / "t.csv"

    def target_of(header: str, target: str | None = None) -> str:
        path.write_text(f"{header}\n1,4,a\n2,5,a\n3,6,b\n1,7,b\n")
        found = load_file(path, target)
        assert len(found.columns) == 2
        (missing,) = set(header.split(",")) - set(found.columns)
        return missing

    assert target_of("p,q,TARGET") == "TARGET"
    assert target_of("p,q,Class") == "Class"
    assert target_of("class,q,target") == "target"
    assert target_of("p,target,label", "label") == "label"
    with pytest.raises(FrostgridError, match=r"t\.csv has no column named target or class.*p, q"):
        target_of("p,q,label")
    with pytest.raises(FrostgridError, match="2 columns that may be the target: Target, target"):
        target_of("p,Target,target")
    with pytest.raises(FrostgridError, match="did you mean label"):
        target_of("p,q,label", "labels")


def test_two_files_with_one_name_no_file_and_no_folder_are_one_line_each(tmp_path: Path) -> None:
    with pytest.raises(FrostgridError, match="holds no dataset"):
        suite(str(tmp_path))
    (tmp_path / "a.csv").write_text(GOOD)
    (tmp_path / "a.csv.gz").write_text(GOOD)
    with pytest.raises(FrostgridError, match="both named 'a'"):
        suite(str(tmp_path))
    for missing in (tmp_path / "nowhere", tmp_path / "mine.csv"):
        with pytest.raises(FrostgridError, match=f"^{missing} does not exist; name a suite"):
            suite(str(missing))
    with pytest.raises(FrostgridError, match="no suite, file or folder is named 'dmeo'; did you"):
        suite("dmeo")
    with pytest.raises(FrostgridError, match="does not exist"):
        load_file(tmp_path / "nowhere.csv")
    with pytest.raises(FrostgridError, match="is not a dataset file"):
        load_file(tmp_path)


def _check_against_manifest(shared: Path, folders: set[str], most_bytes: int) -> int:
    """Compare counts with the manifest of the reference data; return the number of files."""
    with (shared / "data" / "manifest.csv").open(encoding="utf-8", newline="") as file:
        rows = [row for row in csv.DictReader(file) if row["suite"] in folders]
    compared = 0
    for row in rows:
        path = shared / "data" / row["file"]
        if int(row["bytes"]) > most_bytes or not row["file"].endswith(".csv.gz"):
            continue
        found = load_file(path)
        expected = tuple(int(row[key]) for key in ("rows", "features", "classes", "missing_cells"))
        counts = (found.n_rows, found.n_columns, len(found.classes), found.n_missing)
        assert counts == expected, path.name
        compared += 1
    return compared


def test_small_files_of_the_reference_data_have_the_counts_of_their_manifest(shared: Path) -> None:
    assert _check_against_manifest(shared, {"cc18", "al26"}, most_bytes=20_000) >= 30


@pytest.mark.slow
def test_all_files_of_the_reference_data_have_the_counts_of_their_manifest(shared: Path) -> None:
    compared = _check_against_manifest(shared, {"cc18", "al26", "al_multiclass"}, most_bytes=10**9)
    assert compared == 62 + 26 + 8

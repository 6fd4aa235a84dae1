"""Frozen files and the manifest that guards them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from frostgrid.base.errors import FrostgridError
from frostgrid.base.manifest import MANIFEST, verify, write_manifest

FREEZE = "frostgrid freeze grids"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "deep").mkdir()
    (tmp_path / "a.csv").write_bytes(b"x,y\n1,2\n")
    (tmp_path / "deep" / "b.csv").write_bytes(b"z\n3\n")
    write_manifest(tmp_path)
    return tmp_path


def test_unchanged_files_pass_nested_ones_too(folder: Path) -> None:
    assert verify(folder, "a.csv", FREEZE) == folder / "a.csv"
    assert verify(folder, "deep/b.csv", FREEZE) == folder / "deep" / "b.csv"


@pytest.mark.parametrize("position", range(8))
def test_any_changed_byte_is_one_line_naming_the_file(folder: Path, position: int) -> None:
    path = folder / "a.csv"
    data = bytearray(path.read_bytes())
    data[position] ^= 1
    path.write_bytes(data)
    with pytest.raises(FrostgridError, match=r"a\.csv was changed") as caught:
        verify(folder, "a.csv", FREEZE)
    assert "\n" not in str(caught.value)


def test_a_missing_file_a_missing_manifest_and_a_broken_one_are_named(folder: Path) -> None:
    (folder / "a.csv").unlink()
    with pytest.raises(FrostgridError, match=r"a\.csv is missing"):
        verify(folder, "a.csv", FREEZE)
    (folder / MANIFEST).write_text("{")
    with pytest.raises(FrostgridError, match=r"manifest\.json is not valid JSON"):
        verify(folder, "deep/b.csv", FREEZE)
    (folder / MANIFEST).unlink()
    with pytest.raises(FrostgridError, match=r"b\.csv is not listed in .*manifest\.json"):
        verify(folder, "deep/b.csv", FREEZE)


def test_a_file_that_was_never_frozen_is_refused(folder: Path) -> None:
    (folder / "new.csv").write_bytes(b"1\n")
    with pytest.raises(FrostgridError, match=r"new\.csv is not listed"):
        verify(folder, "new.csv", FREEZE)


def test_what_was_never_frozen_is_answered_with_the_command_that_freezes_it(folder: Path) -> None:
    with pytest.raises(FrostgridError) as caught:
        verify(folder, "new.csv", FREEZE)
    assert str(caught.value) == f"{folder / 'new.csv'} was never frozen; freeze it with '{FREEZE}'"


def test_the_manifest_lists_names_with_slashes_and_plain_sha256(folder: Path) -> None:
    digests = json.loads((folder / MANIFEST).read_text())
    assert sorted(digests) == ["a.csv", "deep/b.csv"]
    # printf 'z\n3\n' | sha256sum
    assert digests["deep/b.csv"] == (
        "152860e7aecbac66728b03f63b3a0f765f12b12fd596edbca6147577b290e113"
    )

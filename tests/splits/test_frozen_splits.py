"""Frozen splits: the committed digests guard every load."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import splits.frozen
from frostgrid.base.errors import FrostgridError
from frostgrid.base.manifest import write_manifest
from splits.freeze import freeze
from splits.frozen import FOLDER, SEED, frozen_split, frozen_splits, read_frozen
from splits.registry import protocols
from suites.dataset import About, Dataset
from suites.registry import Suite, dataset_entry, load, suite
from suites.table import from_frame

EMBEDDED = suite("embedded")
NAMES = tuple(protocol.name for protocol in protocols())


def iris() -> Dataset:
    return load(EMBEDDED, "iris")


def some(*names: str) -> Suite:
    return Suite("some", tuple(EMBEDDED.reference(name) for name in names))


@pytest.fixture
def copied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the frozen folder in the place of the real one."""
    folder = tmp_path / "frozen"
    shutil.copytree(FOLDER, folder)
    monkeypatch.setattr(splits.frozen, "FOLDER", folder)
    return folder


@pytest.mark.parametrize("protocol", NAMES)
def test_all_splits_of_all_embedded_datasets_are_frozen(protocol: str) -> None:
    rows = read_frozen(FOLDER, protocol)
    assert rows == sorted(rows)
    frozen = {(row.dataset, row.dataset_digest, row.seed, row.index) for row in rows}
    expected = {
        (name, dataset_entry(name).digest, SEED, index)
        for name in EMBEDDED.datasets
        for index in range(20)
    }
    assert len(rows) == len(frozen)
    assert frozen == expected


@pytest.mark.parametrize("name", EMBEDDED.datasets)
def test_no_row_of_any_embedded_dataset_is_in_train_and_test(name: str) -> None:
    dataset = load(EMBEDDED, name)
    for protocol in NAMES:
        rows = {row.index: row for row in read_frozen(FOLDER, protocol) if row.dataset == name}
        found = frozen_splits(dataset, protocol)
        assert len(found) == 20
        assert len({split.digest for split in found}) == 20
        for split in found:
            assert np.intersect1d(split.train, split.test).size == 0
            assert np.union1d(split.train, split.test).size == dataset.n_rows
            present = len(dataset.classes)
            assert np.unique(dataset.y[split.train]).size == present
            assert np.unique(dataset.y[split.test]).size == present
            row = rows[split.index]
            assert (row.n_train, row.n_test) == (len(split.train), len(split.test))
            assert (row.redraws, row.sha256) == (split.redraws, split.digest)


@pytest.mark.parametrize("protocol", NAMES)
def test_one_changed_byte_stops_every_use_with_one_line_naming_the_file(
    copied: Path, protocol: str
) -> None:
    assert frozen_split(iris(), protocol, 3).index == 3
    path = copied / f"{protocol}.csv"
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(data)
    splits.frozen._digests.cache_clear()
    unfrozen = from_frame(
        pd.DataFrame({"x": range(20), "y": [0, 1] * 10}), "y", "own", About(source="a test")
    )
    for dataset in (iris(), unfrozen):
        with pytest.raises(FrostgridError, match=rf"{protocol}\.csv was changed") as caught:
            frozen_split(dataset, protocol, 3)
        assert "\n" not in str(caught.value)
    with pytest.raises(FrostgridError, match=rf"{protocol}\.csv was changed"):
        freeze(some("iris"), copied)


def test_a_split_that_is_drawn_differently_is_one_line_naming_file_and_dataset(
    copied: Path,
) -> None:
    path = copied / "bootstrap.csv"
    digest = frozen_split(iris(), "bootstrap", 3).digest
    path.write_text(path.read_text().replace(digest, digest[::-1]))
    write_manifest(copied)
    splits.frozen._digests.cache_clear()
    with pytest.raises(FrostgridError, match=r"split 3 of iris .*bootstrap\.csv") as caught:
        frozen_splits(iris(), "bootstrap")
    assert "\n" not in str(caught.value)
    assert frozen_split(iris(), "bootstrap", 4).index == 4


def test_splits_follow_content_and_not_the_name() -> None:
    renamed = replace(iris(), name="renamed")
    assert (
        frozen_split(renamed, "bootstrap", 0).digest == frozen_split(iris(), "bootstrap", 0).digest
    )


def test_the_users_own_dataset_is_split_though_nothing_is_frozen() -> None:
    table = pd.DataFrame({"x": range(50), "y": [0, 1] * 25})
    own = from_frame(table, "y", "own", About(source="a test"))
    assert len(frozen_splits(own, "holdout80")) == 20
    other = from_frame(table.assign(x=-table.x), "y", "own", About(source="a test"))
    assert frozen_split(own, "holdout80", 0).digest != frozen_split(other, "holdout80", 0).digest


@pytest.mark.parametrize("index", [-1, 20])
def test_there_are_splits_0_to_19(index: int) -> None:
    with pytest.raises(FrostgridError, match=f"bootstrap has no split {index}; it has 0 to 19"):
        frozen_split(iris(), "bootstrap", index)


def test_a_refusal_names_the_dataset() -> None:
    dataset = iris()
    y = np.array([0] * 149 + [1], dtype=np.int32)
    lonely = Dataset(
        "lonely", dataset.columns, dataset.levels, dataset.x, y, ("a", "b"), dataset.about
    )
    with pytest.raises(FrostgridError, match="lonely: bootstrap: the smallest of 2 classes"):
        frozen_split(lonely, "bootstrap", 0)


def test_freezing_adds_what_is_new_and_changes_nothing_old(tmp_path: Path) -> None:
    assert freeze(some("iris"), tmp_path) == 2 * 20
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    assert freeze(some("iris"), tmp_path) == 0
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before
    assert freeze(some("glass"), tmp_path) == 2 * 20
    for protocol in NAMES:
        real = {row for row in read_frozen(FOLDER, protocol) if row.dataset in ("glass", "iris")}
        assert set(read_frozen(tmp_path, protocol)) == real
        assert set(before[f"{protocol}.csv"].splitlines()) <= set(
            (tmp_path / f"{protocol}.csv").read_bytes().splitlines()
        )


def test_freezing_refuses_to_change_a_frozen_row(tmp_path: Path) -> None:
    freeze(some("iris"), tmp_path)
    path = tmp_path / "holdout80.csv"
    for old, new in ((iris().digest, "0" * 64), (",120,30,", ",119,31,")):
        content = path.read_text()
        path.write_text(content.replace(old, new))
        write_manifest(tmp_path)
        tampered = path.read_bytes()
        with pytest.raises(FrostgridError, match=r"split 0 of iris would change in .*holdout80"):
            freeze(some("iris"), tmp_path)
        assert path.read_bytes() == tampered
        path.write_text(content)
    write_manifest(tmp_path)
    assert freeze(some("iris"), tmp_path) == 0


def test_freezing_does_not_bless_a_file_that_no_manifest_lists(tmp_path: Path) -> None:
    freeze(some("iris"), tmp_path)
    (tmp_path / "manifest.json").unlink()
    with pytest.raises(FrostgridError, match=r"bootstrap\.csv is not listed"):
        freeze(some("iris"), tmp_path)

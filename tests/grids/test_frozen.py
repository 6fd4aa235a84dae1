from __future__ import annotations

import shutil
from collections.abc import Sequence
from dataclasses import replace
from itertools import product
from math import inf, isfinite, prod
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from optuna.distributions import CategoricalDistribution, IntDistribution

from frostgrid.base.digest import canonical, digest_file
from frostgrid.base.errors import FrostgridError
from grids.draw import draw
from grids.frozen import ENDLESS, FROZEN, ROWS, SEED, freeze, load, n_effective, read
from grids.registry import spaces
from grids.space import Shape, Space, Value
from runners.registry import learners

every_space = pytest.mark.parametrize("space", spaces(), ids=lambda space: space.name)
GLMNET = spaces()["frostgrid/glmnet"]


def test_every_learner_has_a_space() -> None:
    known = {space.learner for space in spaces() if space.preset == "frostgrid"}
    assert known >= {learner.name for learner in learners() if learner.name != "misbehaving"}


@every_space
def test_the_frozen_rows_are_what_the_space_draws(space: Space) -> None:
    grid = load(space.name)
    assert len(grid.rows) == ROWS == 1001
    for i, row in enumerate(grid.rows):
        drawn = draw(space, SEED, i)
        assert list(row.items()) == list(drawn.items())
        assert [type(value) for value in row.values()] == [type(v) for v in drawn.values()]


@every_space
def test_the_files_are_plain_csv(space: Space) -> None:
    lines = (FROZEN / space.preset / f"{space.learner}.csv").read_text().split("\n")
    assert lines[0].split(",") == ["row", *(p.name for p in space.parameters)]
    assert [line.split(",")[0] for line in lines[1:]] == [*map(str, range(ROWS)), ""]
    assert not any(sign in line for line in lines for sign in "\"' \r;")
    assert {len(line.split(",")) for line in lines[:-1]} == {len(space.parameters) + 1}


@every_space
def test_conditions_name_an_earlier_parameter_and_values_it_can_have(space: Space) -> None:
    earlier: dict[str, set[object]] = {}
    for p in space.parameters:
        assert p.name not in earlier
        if p.when:
            assert p.when[0] in earlier
            assert set(p.when[1]) <= earlier[p.when[0]]
        earlier[p.name] = {row[p.name] for row in load(space.name).rows}


@every_space
def test_numbers_are_finite(space: Space) -> None:
    for row in load(space.name).rows:
        assert all(isfinite(value) for value in row.values() if isinstance(value, float))


def possible(space: Space) -> float:
    """Number of configurations that a space holds; infinite where a parameter is continuous."""
    values: list[Sequence[Value]] = []
    for p in space.parameters:
        found = p.distribution
        match found:
            case CategoricalDistribution():
                values.append(found.choices)
            case _ if found.single():
                values.append((found.low,))
            case IntDistribution():
                values.append(range(found.low, found.high + 1, found.step))
            case _:
                return inf
    if prod(map(len, values)) > 50_000:  # too many to tell which of them are equal
        return prod(map(len, values))
    names = [p.name for p in space.parameters]
    rows = (dict(zip(names, row, strict=True)) for row in product(*values))
    return len({canonical(space.effective(row, ENDLESS)) for row in rows})


@every_space
def test_nearly_every_row_is_a_configuration_of_its_own_unless_the_space_holds_few(
    space: Space,
) -> None:
    """MementoML's kknn grid had 1,000 rows and 30 configurations."""
    grid = load(space.name)
    n = possible(space)
    # As many as ROWS draws of n equally probable ones hold on average, less a tenth.
    expected = ROWS if n == inf else 0.9 * n * (1 - (1 - 1 / n) ** ROWS)
    assert n_effective(grid) >= expected
    assert n_effective(grid, Shape(rows=100, columns=4)) >= 0.98 * expected


def test_the_kknn_grids_of_others_hold_30_configurations() -> None:
    for preset in ("memento", "kuehn2018", "rbv2"):
        assert n_effective(load(f"{preset}/kknn")) == 30


@every_space
def test_every_parameter_varies_and_is_active_in_some_row(space: Space) -> None:
    grid = load(space.name)
    effective = [space.effective(row, Shape(1000, 20)) for row in grid.rows]
    for p in space.parameters:
        values = {
            found[p.argument or p.name] for found in effective if (p.argument or p.name) in found
        }
        values |= {None} if p.default is None and not p.default_rule else set()
        assert len(values) >= 2 or p.distribution.single(), p.name


@every_space
def test_arguments_are_unique(space: Space) -> None:
    arguments = [p.argument or p.name for p in space.parameters]
    assert len(set(arguments)) == len(arguments)


def test_a_learner_alone_means_the_frostgrid_preset() -> None:
    assert load("glmnet").space is load("frostgrid/glmnet").space is GLMNET


def test_a_misspelt_grid_is_explained() -> None:
    with pytest.raises(FrostgridError, match=r"no space is named 'frostgrid/rangr'.*ranger"):
        load("rangr")


def test_the_digest_is_that_of_the_file() -> None:
    assert load("glmnet").sha256 == digest_file(FROZEN / "frostgrid" / "glmnet.csv")


def message_of_changed(name: str, position: int, add: int) -> str:
    """Error met on reading a copy of a grid in which one byte was changed."""
    space = spaces()[name]
    with TemporaryDirectory() as folder:
        shutil.copytree(FROZEN, folder, dirs_exist_ok=True)
        path = Path(folder) / space.preset / f"{space.learner}.csv"
        content = bytearray(path.read_bytes())
        position %= len(content)
        content[position] = (content[position] + add) % 256
        path.write_bytes(content)
        with pytest.raises(FrostgridError) as caught:
            read(space, Path(folder))
        assert str(path) in str(caught.value)
        return str(caught.value)


@every_space
def test_one_changed_byte_is_one_line_that_names_the_file(space: Space) -> None:
    message = message_of_changed(space.name, 1_000, 1)
    assert "changed" in message
    assert "\n" not in message


@settings(max_examples=30)
@given(st.integers(0, 10**6), st.integers(1, 255))
def test_any_byte_counts(position: int, add: int) -> None:
    assert message_of_changed("frostgrid/glmnet", position, add)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    freeze(tmp_path, rows=3)
    path = tmp_path / "frostgrid" / "glmnet.csv"
    path.unlink()
    with pytest.raises(FrostgridError, match=r"glmnet\.csv"):
        read(GLMNET, tmp_path)


def test_a_grid_of_another_version_of_its_space_is_refused() -> None:
    with pytest.raises(FrostgridError, match="not drawn from version 2") as caught:
        read(replace(GLMNET, version=2), FROZEN)
    assert "\n" not in str(caught.value)


def test_freezing_is_prefix_stable(tmp_path: Path) -> None:
    short, long = tmp_path / "short", tmp_path / "long"
    freeze(short, rows=3)
    freeze(long, rows=7)
    for space in spaces():
        name = f"{space.preset}/{space.learner}.csv"
        assert (long / name).read_bytes().startswith((short / name).read_bytes())
    assert len(freeze(short, rows=7)) == len(spaces())
    for space in spaces():
        name = f"{space.preset}/{space.learner}.csv"
        assert (long / name).read_bytes() == (short / name).read_bytes()
        assert len(read(space, short).rows) == 7


def test_a_space_without_parameters_has_rows_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bare = replace(GLMNET, parameters=())
    monkeypatch.setattr("grids.frozen.spaces", lambda: [bare])
    freeze(tmp_path, rows=3)
    assert read(bare, tmp_path).rows == ({}, {}, {})


def test_freezing_again_changes_nothing_and_never_shortens(tmp_path: Path) -> None:
    freeze(tmp_path, rows=5)
    before = {path: path.read_bytes() for path in tmp_path.rglob("*.*")}
    assert freeze(tmp_path, rows=5) == []
    assert freeze(tmp_path, rows=2) == []
    assert {path: path.read_bytes() for path in tmp_path.rglob("*.*")} == before


def test_the_committed_grids_are_what_freezing_writes(tmp_path: Path) -> None:
    freeze(tmp_path)
    assert {path.relative_to(tmp_path): path.read_bytes() for path in tmp_path.rglob("*.*")} == {
        path.relative_to(FROZEN): path.read_bytes() for path in FROZEN.rglob("*.*")
    }


def test_freezing_refuses_to_change_a_row(tmp_path: Path) -> None:
    freeze(tmp_path, rows=4)
    path = tmp_path / "frostgrid" / "glmnet.csv"
    path.write_text(path.read_text().replace("0,1.0,0.01", "0,1.0,0.02"))
    changed = path.read_bytes()
    with pytest.raises(FrostgridError, match=r"glmnet\.csv holds rows") as caught:
        freeze(tmp_path, rows=8)
    assert "\n" not in str(caught.value)
    assert path.read_bytes() == changed


def test_freezing_mends_a_file_cut_short(tmp_path: Path) -> None:
    freeze(tmp_path, rows=4)
    path = tmp_path / "frostgrid" / "glmnet.csv"
    whole = path.read_bytes()
    path.write_bytes(whole[:-5])
    assert freeze(tmp_path, rows=4) == [path]
    assert path.read_bytes() == whole
    assert len(read(GLMNET, tmp_path).rows) == 4


def rows_of(name: str) -> list[dict[str, float]]:
    space = load(name).space
    found = [space.effective(row, Shape(rows=100, columns=5)) for row in load(name).rows]
    return [{k: v for k, v in row.items() if isinstance(v, int | float)} for row in found]


@pytest.mark.parametrize("name", [s.name for s in spaces() if s.learner == "glmnet"])
def test_glmnet_never_gets_a_penalty_of_zero(name: str) -> None:
    assert all(row["s"] > 0 for row in rows_of(name))
    assert all(0 <= row["alpha"] <= 1 for row in rows_of(name))


def test_gbm_can_split_100_training_rows_in_every_row() -> None:
    """gbm's real condition is bag.fraction * n > 2 * n.minobsinnode + 1."""
    assert all(row["bag.fraction"] * 100 > 2 * row["n.minobsinnode"] + 1 for row in rows_of("gbm"))


def test_forests_get_whole_numbers_inside_the_data() -> None:
    for row in rows_of("ranger"):
        assert row["mtry"] in range(1, 6)
        assert row["min.node.size"] in range(1, 101)
        assert 0 < row["sample.fraction"] <= 1
    for row in rows_of("randomForest"):
        assert row["mtry"] in range(1, 6)
        assert row["nodesize"] in range(1, 101)
        assert row["sampsize"] in range(1, 101)


@pytest.mark.parametrize(("learner", "argument"), [("kknn", "k"), ("sklearn_knn", "n_neighbors")])
def test_neighbours_are_at_least_one_and_fit_tiny_data(learner: str, argument: str) -> None:
    space = load(learner).space
    for row in load(learner).rows:
        for n in (3, 5, 1000):
            k = space.effective(row, Shape(rows=n, columns=2))[argument]
            assert isinstance(k, int)
            assert 1 <= k <= (max(n - 2, 1) if learner == "kknn" else n)

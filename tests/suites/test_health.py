"""Findings about datasets, each against a hand-made table or a known one."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.metrics import roc_auc_score

from frostgrid.cli.main import main
from suites.dataset import About, Dataset
from suites.entry import dataset_entry
from suites.health import LEAK_AUC, examine
from suites.overlap import overlap, signatures
from suites.table import from_frame


def table(name: str = "table", **columns: object) -> Dataset:
    return from_frame(pd.DataFrame(columns), "target", name, About(source="here"))


def test_counts_types_missing_and_classes_are_those_of_the_table() -> None:
    found = examine(
        table(
            a=[1.0, 2.0, np.nan, 4.0, 1.0],
            b=["x", None, "y", "x", "x"],
            c=[7, 7, 7, 7, 7],
            target=["no", "yes", "no", "yes", "no"],
        )
    )
    assert (found.rows, found.columns, found.numeric, found.categorical) == (5, 3, 2, 1)
    assert found.missing == 2
    assert found.classes == (("no", 3), ("yes", 2))
    assert found.constant_columns == ("c",)


def test_a_column_without_any_value_is_constant_and_one_partly_missing_is_not() -> None:
    found = examine(table(a=[1.0, 2, 1, 2], b=[np.nan] * 4, c=[5, np.nan, 5, 5], target=[*"uuvv"]))
    assert found.constant_columns == ("b",)


def test_a_duplicate_equals_an_earlier_row_in_every_cell_and_in_the_class() -> None:
    found = examine(
        table(
            a=[0.0, -0.0, 0.0, np.nan, np.nan, 0.0, 3.0],
            b=["x", "x", "x", "x", "x", "y", "x"],
            target=["u", "u", "v", "u", "u", "v", "v"],
        )
    )
    assert found.duplicate_rows == 2  # -0.0 is 0.0, and missing equals missing


def leaking(values: object, target: object) -> bool:
    rng = np.random.default_rng(0)
    noise = rng.normal(size=len(np.asarray(target)))
    return "a" in examine(table(a=values, noise=noise, target=target)).leaking_columns


TWO = np.repeat([0, 1], 500)
THREE = np.repeat([0, 1, 2], 400)


@pytest.mark.parametrize(
    ("values", "target", "expected"),
    [
        (TWO + 0.0, TWO, True),
        (-np.arange(1000.0), TWO, True),  # falling, and every value different
        (np.where(TWO == 1, np.nan, 3.0), TWO, True),  # missing tells
        (np.where(np.arange(1000) == 3, 1, TWO), TWO, True),  # AUC 0.999: half a row of 500 is off
        (np.where(np.arange(1000) < 5, 1, TWO), TWO, False),  # AUC 0.995
        (np.arange(1000) % 7 + 0.0, TWO, False),
        (np.array(["u", "v"])[TWO], TWO, True),
        (np.array(["u", "v", "w"])[(np.arange(1000) // 250) % 3], TWO, False),
        ([f"id{j}" for j in range(1000)], TWO, False),  # an identifier, not a leak
        (THREE * 10.0, THREE, True),
        (np.array([5.0, 1.0, 3.0])[THREE], THREE, True),  # two thresholds, another order
        (np.minimum(THREE, 1) + 0.0, THREE, False),  # tells one class of three
        (np.array(["u", "v", "w"])[THREE], THREE, True),
        ((np.arange(1200) % 12) + 0.0, np.arange(1200) % 3, True),  # codes, each of one class
        (np.arange(1200.0), np.arange(1200) % 3, False),  # every value different
    ],
)
def test_a_leak_is_a_column_that_tells_the_class_alone(
    values: object, target: object, expected: bool
) -> None:
    assert leaking(values, target) is expected


@settings(deadline=None, max_examples=30)
@given(st.data())
def test_the_threshold_is_on_the_auc_as_scikit_learn_computes_it(data: st.DataObject) -> None:
    size = data.draw(st.integers(20, 60))
    y = np.arange(size) % 2
    values = data.draw(st.lists(st.integers(0, 3), min_size=size, max_size=size).map(np.array))
    values = values + y * data.draw(st.sampled_from([0, 2, 3, 4]))
    auc = roc_auc_score(y, values)
    mixed = any(len(set(y[values == value])) > 1 for value in set(values))
    if mixed and len(set(values)) > 1:
        assert leaking(values + 0.0, y) is (max(auc, 1 - auc) >= LEAK_AUC)


def test_no_dataset_of_the_demo_leaks_and_hepatitis_is_counted_right() -> None:
    for name in ("iris", "sonar", "glass", "tic-tac-toe"):
        assert examine(dataset_entry(name).load()).leaking_columns == ()
    found = examine(dataset_entry("iris").load())
    assert found.duplicate_rows == 1  # rows 102 and 143, as in Fisher's table
    assert found.classes == (("setosa", 50), ("versicolor", 50), ("virginica", 50))


RNG = np.random.default_rng(1)
WIDE = pd.DataFrame(RNG.normal(size=(200, 5)), columns=list("abcde")).assign(
    word=RNG.choice(["x", "y", "z"], 200), target=RNG.choice(["u", "v"], 200)
)


def share(first: pd.DataFrame, second: pd.DataFrame) -> float:
    one, two = (
        signatures(from_frame(frame, "target", "t", About(source=""))) for frame in (first, second)
    )
    assert overlap(one, two) == overlap(two, one)
    return overlap(one, two)


def test_a_copy_is_found_under_other_names_orders_constants_and_classes() -> None:
    assert share(WIDE, WIDE.rename(columns=str.upper).rename(columns={"TARGET": "target"})) == 1
    assert share(WIDE, WIDE.sample(frac=1, random_state=0)) == 1
    assert share(WIDE, WIDE[["word", *"edcba", "target"]]) == 1
    assert share(WIDE, WIDE.assign(constant=1)) == 1
    assert share(WIDE, WIDE.assign(target=WIDE["target"].map({"u": "1", "v": "0"}))) == 1
    assert share(WIDE, WIDE.assign(a=WIDE["a"] * (1 + 1e-9))) > 0.95  # printed with fewer digits


def test_a_part_counts_as_a_share_of_the_smaller_dataset() -> None:
    assert share(WIDE, WIDE.head(80)) == 1
    other = WIDE.assign(a=np.where(np.arange(200) < 60, WIDE["a"], WIDE["a"] + 1))
    assert share(WIDE, other) == 0.3
    assert share(WIDE, WIDE.assign(a=WIDE["a"] + 1)) == 0


def test_numbers_count_alike_as_numbers_and_as_levels_and_few_rows_count_not_at_all() -> None:
    codes = WIDE.assign(word=WIDE["word"].map({"x": 1, "y": 2, "z": 3}))
    assert share(codes, codes.assign(word=codes["word"].astype(str) + ".0")) == 1
    assert share(WIDE.head(49), WIDE) == 0
    same = pd.DataFrame({"a": [0, 1] * 200, "b": [1, 0, 0, 1] * 100, "target": list("uv") * 200})
    assert share(same, same) == 0  # four different rows are alike by chance


def test_digits_are_found_inside_optdigits_and_nothing_else_is_alike(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["show", "digits", "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert said["near_duplicates"] == ["optdigits (100%)"]
    assert said["constant"] == ["pixel_0_0", "pixel_4_0", "pixel_4_7"]
    assert sum(said["classes"].values()) == said["rows"] == 1797


def test_files_are_shown_and_listed_with_their_health(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    WIDE.to_csv(tmp_path / "one.csv", index=False)
    WIDE.head(150).assign(leak=lambda t: t["target"] == "v").to_csv(
        tmp_path / "two.csv", index=False
    )
    assert main(["show", "two", "--suite", str(tmp_path), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["leaking"] == ["leak"]
    command = ["list", "datasets", "--suite", str(tmp_path), "--health", "--json"]
    assert main(command) == 0
    one, two = json.loads(capsys.readouterr().out)
    assert (one["rows"], one["leaking"], two["leaking"]) == (200, [], ["leak"])
    assert one["duplicate_rows"] == 0
    assert main(["show", "thre", "--suite", str(tmp_path)]) == 1
    assert "no dataset of the suite" in capsys.readouterr().err

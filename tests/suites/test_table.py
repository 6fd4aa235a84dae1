"""Datasets from pandas tables: every dtype, every way to be unusable."""

from __future__ import annotations

import datetime
from decimal import Decimal

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from frostgrid.base.errors import FrostgridError
from suites.columns import ordered
from suites.dataset import About, Dataset
from suites.table import from_frame

ABOUT = About(source="a test")
NAN = np.nan


def dataset(frame: pd.DataFrame, target: str = "y") -> Dataset:
    return from_frame(frame, target, "demo", ABOUT)


def with_column(values: object) -> Dataset:
    """Dataset of four rows with the columns ``x`` (given) and ``z`` (varies)."""
    return dataset(pd.DataFrame({"x": values, "z": [1.0, 2.0, 3.0, 4.0], "y": list("aabb")}))


@pytest.mark.parametrize(
    ("values", "numbers"),
    [
        ([1, 2, 3, 4], [1, 2, 3, 4]),
        ([1.5, NAN, -2.0, 0.0], [1.5, NAN, -2, 0]),
        (pd.array([1, None, 3, 4], dtype="Int64"), [1, NAN, 3, 4]),
        (pd.array([0.5, None, 3, 4], dtype="Float64"), [0.5, NAN, 3, 4]),
        (pd.array([1, None, 3, 4], dtype="int16[pyarrow]"), [1, NAN, 3, 4]),
        (np.array([1, 2, 3, 255], dtype=np.uint8), [1, 2, 3, 255]),
        (pd.Series([1, None, 2.5, pd.NA], dtype=object), [1, NAN, 2.5, NAN]),
        (pd.Series([Decimal("0.1"), Decimal(2), None, Decimal(3)], dtype=object), [0.1, 2, NAN, 3]),
        ([2**53 - 1, 0, 1, -(2**53) + 1], [2**53 - 1, 0, 1, -(2**53) + 1]),
    ],
)
def test_numbers_of_every_dtype_become_floats_with_nan(
    values: object, numbers: list[float]
) -> None:
    found = with_column(values)
    assert found.levels[0] is None
    np.testing.assert_array_equal(found.x[:, 0], numbers)


@pytest.mark.parametrize(
    "values",
    [
        pd.Series(["b", None, "a", NAN], dtype=object),
        pd.array(["b", None, "a", None], dtype="string"),
        pd.array(["b", None, "a", None], dtype="string[pyarrow]"),
        ["b", None, "a", None],
        pd.Series(["b", pd.NaT, "a", pd.NA], dtype=object),
    ],
)
def test_texts_of_every_dtype_become_sorted_levels_and_every_kind_of_missing_is_nan(
    values: object,
) -> None:
    found = with_column(values)
    assert found.levels[0] == ("a", "b")
    np.testing.assert_array_equal(found.x[:, 0], [1, NAN, 0, NAN])


def test_category_keeps_its_order_and_its_unused_levels() -> None:
    values = pd.Categorical(["low", None, "high", "low"], ["low", "mid", "high"], ordered=True)
    found = with_column(values)
    assert found.levels[0] == ("low", "mid", "high")
    np.testing.assert_array_equal(found.x[:, 0], [0, NAN, 2, 0])
    numbers = with_column(pd.Categorical([3.0, 1.0, 3.0, None]))
    assert numbers.levels[0] == ("1", "3")


@pytest.mark.parametrize(
    "values",
    [
        [True, False, True, True],
        pd.array([True, False, True, None], dtype="boolean"),
        pd.Series([True, False, None, True], dtype=object),
        pd.Categorical([True, False, True, None]),
    ],
)
def test_booleans_become_the_levels_false_and_true(values: object) -> None:
    found = with_column(values)
    assert found.levels[0] == ("false", "true")
    np.testing.assert_array_equal(found.x[:2, 0], [1, 0])


@pytest.mark.parametrize("dtype", ["object", "float64", "Int64", "string", "boolean", "category"])
def test_a_column_without_any_value_stays_one_missing_column(dtype: str) -> None:
    found = with_column(pd.Series([None] * 4, dtype=dtype))
    assert found.columns == ("x", "z")
    assert np.isnan(found.x[:, 0]).all()
    assert found.n_missing == 4


def test_an_object_column_of_nan_alone_stays_one_column() -> None:
    assert with_column(pd.Series([NAN, NAN, NAN, NAN], dtype=object)).columns == ("x", "z")


def test_numbers_among_texts_become_texts() -> None:
    assert with_column(pd.Series([1, "a", 2.0, True], dtype=object)).levels[0] == (
        "1",
        "2",
        "a",
        "true",
    )


@pytest.mark.parametrize(
    ("values", "why"),
    [
        (pd.to_datetime(["2020-01-01"] * 4), "datetime64"),
        (pd.to_timedelta([1, 2, 3, 4]), "timedelta64"),
        (pd.Series([datetime.date(2020, 1, 1)] * 4, dtype=object), "objects of type date"),
        ([1j, 2, 3, 4], "complex"),
        ([[1], [2], [3], [4]], "objects of type list"),
        ([{"a": 1}] * 4, "objects of type dict"),
        ([(1, 2)] * 4, "objects of type tuple"),
        ([1, 2, 3, 2**53], r"2\*\*53"),
        ([1, 2, 3, -(2**53)], r"2\*\*53"),
        (pd.array([1, None, 3, 2**60], dtype="Int64"), r"2\*\*53"),
        (pd.Series([1, None, 3, 2**70], dtype=object), r"2\*\*53"),
        (np.array([0, 1, 2, 2**63], dtype=np.uint64), r"2\*\*53"),
        ([1.0, 2.0, np.inf, 4.0], "infinite"),
        (pd.period_range("2020", periods=4), "period"),
    ],
)
def test_what_is_neither_number_nor_text_is_refused_by_column_name(
    values: object, why: str
) -> None:
    with pytest.raises(FrostgridError, match=f"demo: column 'x' .*{why}") as caught:
        with_column(values)
    assert caught.value.hint
    assert "\n" not in str(caught.value)


def test_rows_without_a_target_are_dropped_and_counted() -> None:
    frame = pd.DataFrame({"x": range(6), "y": ["b", None, "a", "b", NAN, "a"]}, index=[7] * 6)
    found = dataset(frame)
    np.testing.assert_array_equal(found.x[:, 0], [0, 2, 3, 5])
    np.testing.assert_array_equal(found.y, [1, 0, 1, 0])
    assert found.y.dtype == np.int32
    assert found.about.unlabelled == 2


@pytest.mark.parametrize(
    ("target", "first", "classes"),
    [
        ([1.0, 2.0, 1.0, 2.0], "1", ("1", "2")),
        ([10, 9, 10, 9], "10", ("9", "10")),
        ([1, -1, 1, -1], "1", ("-1", "1")),
        ([2, 0.5, 2, 0.5], "2", ("0.5", "2")),
        (pd.array([2, 1, 2, 1], dtype="Int64"), "2", ("1", "2")),
        (["10", "9", "10", "9"], "10", ("9", "10")),
        (["b", "a", "b", "a"], "b", ("a", "b")),
        (["nan", "1", "nan", "1"], "nan", ("1", "nan")),
        ([True, False, True, False], "true", ("false", "true")),
        (pd.Categorical(["b", "a", "b", "a"], ["c", "b", "a"]), "b", ("a", "b")),
        (pd.Categorical([2, 1, 2, 1], [2, 1]), "2", ("1", "2")),
    ],
)
def test_classes_are_sorted_texts_that_occur(
    target: object, first: str, classes: tuple[str, ...]
) -> None:
    found = dataset(pd.DataFrame({"x": [1, 2, 3, 4], "y": target}))
    assert found.classes == classes
    assert sorted(set(found.y)) == [0, 1]
    assert found.classes[found.y[0]] == first


GOOD: dict[str, object] = {"x": [1, 2, 3, 4], "y": list("aabb")}


@pytest.mark.parametrize(
    ("frame", "target", "why"),
    [
        (pd.DataFrame([[1, 2, "a"]], columns=["x", "x", "y"]), "y", "two columns are named 'x'"),
        (pd.DataFrame([[1, 2, "a"]], columns=[1, "1", "y"]), "y", "two columns are named '1'"),
        (pd.DataFrame([[1, 2, "a"]], columns=["x", "", "y"]), "y", "column 2 has no name"),
        (pd.DataFrame(GOOD).rename(columns={"y": "label"}), "lable", "did you mean label"),
        (pd.DataFrame({"y": list("aabb")}), "y", "no column besides its target"),
        (pd.DataFrame({"x": [], "y": []}), "y", "no rows"),
        (pd.DataFrame(GOOD | {"y": [None] * 4}), "y", "missing in every row"),
        (pd.DataFrame(GOOD | {"y": list("aaaa")}), "y", "one class only, 'a'"),
        (pd.DataFrame(GOOD | {"y": list("aaab")}), "y", r"1 of 2 classes .* single row \('b'\)"),
        (pd.DataFrame(GOOD | {"y": [0.1, 0.2, 0.3, 0.4]}), "y", "4 of 4 classes"),
        (pd.DataFrame(GOOD | {"x": [1, 1, 1, None]}), "y", "every column is constant"),
        (pd.DataFrame(GOOD | {"x": list("ssss")}), "y", "every column is constant"),
        (pd.DataFrame(GOOD | {"x": [NAN] * 4}), "y", "every column is constant"),
        (pd.DataFrame(GOOD | {"y": pd.to_datetime(["2020"] * 4)}), "y", "target 'y' has values"),
    ],
)
def test_an_unusable_table_is_one_line_that_says_what_to_do(
    frame: pd.DataFrame, target: str, why: str
) -> None:
    with pytest.raises(FrostgridError, match=why) as caught:
        dataset(frame, target)
    assert caught.value.hint
    assert "\n" not in str(caught.value)


def test_a_column_that_varies_only_in_unlabelled_rows_is_constant() -> None:
    frame = pd.DataFrame({"x": [1, 1, 1, 1, 5], "y": ["a", "a", "b", "b", None]})
    with pytest.raises(FrostgridError, match="constant"):
        dataset(frame)


def test_the_digest_knows_content_and_nothing_else() -> None:
    frame = pd.DataFrame(GOOD)
    one = dataset(frame)
    other = from_frame(frame.set_axis([9, 8, 7, 6]), "y", "renamed", About(source="elsewhere"))
    assert one.digest == other.digest
    changes: list[dict[str, object]] = [
        {"x": [1, 2, 3, 5]},
        {"y": list("abab")},
        {"y": list("aacc")},
    ]
    digests = {dataset(pd.DataFrame(GOOD | change)).digest for change in changes}
    digests.add(dataset(frame.rename(columns={"x": "w"})).digest)
    digests.add(dataset(frame.assign(x=frame.x.astype(str))).digest)
    assert len(digests | {one.digest}) == 6


def test_features_are_in_file_order_and_fortran_order_wherever_the_target_stands() -> None:
    frame = pd.DataFrame({"b": [1, 2, 3, 4], "y": list("aabb"), "a": [5, 6, 7, 8]})
    found = dataset(frame)
    assert found.columns == ("b", "a")
    assert found.x.flags.f_contiguous
    np.testing.assert_array_equal(found.x, [[1, 5], [2, 6], [3, 7], [4, 8]])


@given(st.lists(st.one_of(st.integers(-99, 99).map(str), st.text(max_size=3)), max_size=8))
def test_levels_are_different_and_their_order_does_not_depend_on_the_order_met(
    texts: list[str],
) -> None:
    assert ordered(texts) == ordered(reversed(texts))
    assert sorted(ordered(texts)) == sorted(set(texts))


@given(st.lists(st.one_of(st.none(), st.text(max_size=3)), min_size=4, max_size=12))
def test_codes_name_the_very_values_they_came_from(values: list[str | None]) -> None:
    frame = pd.DataFrame(
        {
            "x": pd.Series(values, dtype=object),
            "z": range(len(values)),
            "y": [j % 2 for j in range(len(values))],
        }
    )
    found = dataset(frame)
    levels = found.levels[0]
    if levels is None:
        assert set(values) == {None}
    else:
        back = [None if np.isnan(code) else levels[int(code)] for code in found.x[:, 0]]
        assert back == values

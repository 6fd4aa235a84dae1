"""Values that cross into R and back, and those that are refused."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from frostgrid.base.errors import FrostgridError
from r_bridge.from_r import Factor, dimnames, from_r
from r_bridge.session import start
from r_bridge.to_r import doubles, factor, frame, matrix, strings, to_r


def r(code: str) -> Any:  # noqa: ANN401 - any R object
    interface = start()
    return interface.baseenv["eval"](interface.parse(code), interface.baseenv["new.env"]())


def says(function: str, value: Any) -> Any:  # noqa: ANN401 - any R object
    """What an R function says of an R object."""
    return from_r(r(function)(value)).tolist()


texts = st.text(st.characters(exclude_categories=["Cs"], exclude_characters=["\0"]))


@given(hnp.arrays(np.float64, hnp.array_shapes(max_dims=2, min_side=0, max_side=5)))
def test_real_numbers_come_back_bit_for_bit(x: np.ndarray) -> None:
    back = from_r(to_r(x))
    assert back.shape == x.shape
    np.testing.assert_array_equal(back, x)
    np.testing.assert_array_equal(np.signbit(back), np.signbit(x))


@given(st.lists(st.integers(-(2**31) + 1, 2**31 - 1) | st.none(), max_size=8))
def test_integers_come_back_and_missing_ones_are_missing(x: list[int | None]) -> None:
    back = from_r(to_r(x))
    np.testing.assert_array_equal(back, [np.nan if v is None else v for v in x])
    assert -(2**31) not in back


@given(st.lists(texts | st.none(), min_size=1, max_size=8).filter(any))
def test_texts_come_back(x: list[str | None]) -> None:
    assert from_r(to_r(x)).tolist() == x


@given(st.lists(st.booleans(), max_size=8))
def test_logicals_come_back(x: list[bool]) -> None:
    assert from_r(to_r(np.array(x, dtype=bool))).tolist() == x


@given(st.lists(texts, unique=True, min_size=1, max_size=5), st.data())
def test_factors_come_back_with_their_levels(levels: list[str], data: st.DataObject) -> None:
    codes = data.draw(st.lists(st.integers(-1, len(levels) - 1), max_size=8))
    back = from_r(factor(np.array(codes, dtype=np.int32), levels))
    assert back.codes.tolist() == codes
    assert back.levels == tuple(levels)


def test_r_holds_each_type_as_its_own() -> None:
    assert says("typeof", to_r(1)) == ["integer"]
    assert says("typeof", to_r(1.0)) == ["double"]
    assert says("typeof", to_r(True)) == ["logical"]
    assert says("typeof", to_r(np.bool_(True))) == ["logical"]
    assert says("typeof", to_r(np.int64(3))) == ["integer"]
    assert says("typeof", to_r("a")) == ["character"]
    assert says("typeof", to_r([1, None])) == ["integer"]
    assert says("is.na", to_r([1, None])) == [False, True]
    assert says("is.na", to_r(np.array([1.0, np.nan]))) == [False, True]
    assert says("is.null", to_r(None)) == [True]


def test_a_named_list_of_scalars_keeps_names_order_and_types() -> None:
    config = {"num.trees": 5, "mtry": None, "replace": True, "alpha": 0.5, "kernel": "radial"}
    crossed = to_r(config)
    assert says("names", crossed) == list(config)
    assert [v if v is None else v.item() for v in from_r(crossed).values()] == [*config.values()]


def test_unicode_is_utf8_in_r() -> None:
    text = "Größe ≤ 5 € 𝄞 日本"
    assert says("nchar", to_r(text)) == [len(text)]
    assert says("Encoding", to_r(text)) == ["UTF-8"]


@pytest.mark.parametrize("value", [2**31, -(2**31), 2**53, np.int64(2**40), np.uint32(2**32 - 1)])
def test_integers_beyond_those_of_r_become_exact_doubles(value: int) -> None:
    crossed = to_r(value)
    assert says("typeof", crossed) == ["double"]
    assert int(from_r(crossed)[0]) == int(value)


@pytest.mark.parametrize("value", [2**53 + 1, 10**30, [2**60, 1], [0.5, 2**53 + 1]])
def test_integers_without_an_exact_double_are_refused(value: object) -> None:
    with pytest.raises(FrostgridError, match=r"beyond 2\*\*53"):
        to_r(value)


@pytest.mark.parametrize(
    ("value", "named"),
    [
        (np.array(["2020-01-01"], dtype="M8[D]"), r"datetime64\[D\]"),
        (pd.Series(pd.to_datetime(["2020-01-01"])), "Timestamp"),
        (1j, "complex"),
        (["a", 1], "integer, text"),
        ([True, 1], "integer, logical"),
        (object(), "object"),
    ],
)
def test_what_r_has_no_counterpart_of_is_refused_by_name(value: object, named: str) -> None:
    with pytest.raises(FrostgridError, match=named):
        to_r(value)


@pytest.mark.parametrize("text", ["a\0b", "\ud800"])
def test_texts_that_r_would_cut_are_refused(text: str) -> None:
    with pytest.raises(FrostgridError, match="R cannot hold"):
        to_r(text)


@pytest.mark.parametrize(
    "values",
    [
        ["x", None, "y"],
        np.array(["x", None, "y"], dtype=object),
        pd.array(["x", None, "y"], dtype="string"),
        pd.array(["x", None, "y"], dtype="string[pyarrow]"),
        pd.Series(["x", None, "y"]),
        pd.Series(["x", np.nan, "y"], dtype=object),
    ],
)
def test_texts_of_every_kind_of_array_cross_alike(values: object) -> None:
    assert from_r(to_r(values)).tolist() == ["x", None, "y"]


def test_nullable_integers_are_r_integers_with_na() -> None:
    crossed = to_r(pd.array([1, None, 3], dtype="Int64"))
    assert says("typeof", crossed) == ["integer"]
    assert says("is.na", crossed) == [False, True, False]


def test_pandas_categories_become_a_factor_and_missing_ones_stay_missing() -> None:
    back = from_r(to_r(pd.Categorical(["b", None, "a"], categories=["b", "a", "c"])))
    assert (back.codes.tolist(), back.levels) == ([0, -1, 1], ("b", "a", "c"))


def test_a_column_of_nothing_but_missing_objects_is_one_column() -> None:
    empty = np.array([np.nan, None, np.nan], dtype=object)
    crossed = frame([to_r(empty), to_r([1, 2, 3])], ["f0001", "f0002"], 3)
    assert says("dim", crossed) == [3, 2]
    assert np.isnan(from_r(crossed)["f0001"]).all()


def test_a_frame_is_what_data_frame_makes() -> None:
    columns = [
        doubles(np.array([1.5, np.nan])),
        factor(np.array([1, 0]), ["l1", "l2"]),
        strings(["a", None]),
    ]
    ours = frame(columns, ["x", "g", "s"], 2)
    theirs = r("data.frame(x=c(1.5,NaN), g=factor(c('l2','l1'),c('l1','l2')), s=c('a',NA))")
    assert from_r(start().baseenv["identical"](ours, theirs)).tolist() == [True]


def test_a_matrix_has_its_columns_named() -> None:
    x = np.arange(6.0).reshape(2, 3)
    crossed = matrix(x, ["a", "b", "c"])
    np.testing.assert_array_equal(from_r(crossed), x)
    assert dimnames(crossed) == (None, ["a", "b", "c"])


def test_names_that_repeat_are_refused_in_both_directions() -> None:
    with pytest.raises(FrostgridError, match="two columns are named 'a'"):
        matrix(np.zeros((1, 2)), ["a", "a"])
    with pytest.raises(FrostgridError, match="two levels are named 'u'"):
        factor(np.array([0]), ["u", "u"])
    with pytest.raises(FrostgridError, match="2 entries named 'a'"):
        from_r(r("list(a = 1, a = 2)"))
    with pytest.raises(FrostgridError, match="2 entries named 'a'"):
        from_r(r("data.frame(a = 1, a = 2, check.names = FALSE)"))


def test_columns_of_unequal_length_are_refused() -> None:
    with pytest.raises(FrostgridError, match="of lengths"):
        frame([to_r([1, 2]), to_r([1])], ["a", "b"], 2)


def test_factor_codes_outside_the_levels_are_refused() -> None:
    for codes in ([0, 2], [-2]):
        with pytest.raises(FrostgridError, match="factor codes"):
            factor(np.array(codes), ["a", "b"])


def test_missing_values_from_r_are_never_a_number_or_a_level() -> None:
    found = from_r(r("data.frame(i = c(1L, NA, 3L), l = c(TRUE, NA, FALSE), s = c('x', NA, 'NA'))"))
    np.testing.assert_array_equal(found["i"], [1, np.nan, 3])
    np.testing.assert_array_equal(found["l"], [1, np.nan, 0])
    assert found["s"].tolist() == ["x", None, "NA"]
    survey = from_r(r("factor(c('x', NA, 'y', 'z'))"))
    assert (survey.codes.tolist(), survey.levels) == ([0, -1, 1, 2], ("x", "y", "z"))
    assert isinstance(from_r(r("factor(NA, levels = 'a')")), Factor)


def test_missing_that_r_counts_as_a_level_of_a_factor_is_still_missing() -> None:
    """addNA() puts it last; a factor can name it first."""
    for code, codes in (
        ("addNA(factor(c('x', NA, 'y', 'x')))", [0, -1, 1, 0]),
        ("factor(c('x', NA, 'y', 'x'), levels = c(NA, 'x', 'y'), exclude = NULL)", [0, -1, 1, 0]),
        ("data.frame(f = addNA(factor(c('y', NA, 'x', 'y'), c('x', 'y'))))$f", [1, -1, 0, 1]),
    ):
        found = from_r(r(code))
        assert (found.codes.tolist(), found.levels) == (codes, ("x", "y"))
        back = from_r(factor(found.codes, found.levels))
        assert (back.codes.tolist(), back.levels) == (codes, ("x", "y"))


def test_a_missing_integer_is_never_the_smallest_integer_in_whatever_it_stands() -> None:
    for code in (
        "c(1L, NA)",
        "matrix(c(1L, NA, 3L, 4L), 2)",
        "structure(c(1L, NA), names = c('a', 'b'))",
        "list(c(TRUE, NA))[[1]]",
        "data.frame(i = c(NA, 1L))$i",
        "unclass(factor(c('x', NA)))[1:2]",
        "max(c(NA, 1L))",
    ):
        found = from_r(r(code))
        assert np.isnan(found).sum() == 1, code
        assert -(2**31) not in found, code


def test_texts_of_other_encodings_arrive_as_they_are_read() -> None:
    assert from_r(r(r"iconv('\u00e9', 'UTF-8', 'latin1')")).tolist() == ["é"]


def test_lazy_sequences_and_empty_vectors_arrive_whole() -> None:
    assert from_r(r("1:5")).tolist() == [1, 2, 3, 4, 5]
    assert from_r(r("integer(0)")).shape == (0,)
    assert from_r(r("list()")) == []
    assert from_r(r("array(1:24, c(2, 3, 4))"))[1, 2, 3] == 24


@pytest.mark.parametrize(
    ("code", "named"),
    [
        ("Sys.Date()", "Date"),
        ("Sys.time()", "POSIXct"),
        ("sum", "function"),
        ("1i", "complex"),
        ("globalenv()", "environment"),
        ("quote(stop(1))", "call"),
        ("quote(a)", "name"),
        ("as.raw(1)", "raw"),
    ],
)
def test_r_objects_without_a_counterpart_are_refused_by_class(code: str, named: str) -> None:
    with pytest.raises(FrostgridError, match=f"class '{named}"):
        from_r(r(code))


def test_what_comes_from_r_is_a_copy() -> None:
    source = r("c(1, 2, 3)")
    copy = from_r(source)
    copy[0] = 99.0
    assert copy.flags.owndata
    assert from_r(source).tolist() == [1.0, 2.0, 3.0]

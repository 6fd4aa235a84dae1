"""From OpenML's answers and file to a dataset: targets, identifiers, ignored columns, types."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from frostgrid.base.errors import FrostgridError
from suites.dataset import Dataset
from suites.openml.cache import Cache
from suites.openml.dataset import read
from tests.openml.server import IRIS, Server, feature, unknown


def loaded(cache: Cache, server: Server, content: str = IRIS, **changed: Any) -> Dataset:  # noqa: ANN401
    server.dataset(61, content, **changed)
    entry = cache.fetch(61)
    return read(entry.path, entry.recipe, "iris")


def test_a_dataset_has_its_values_target_and_provenance(cache: Cache, server: Server) -> None:
    found = loaded(cache, server)
    assert found.columns == ("sepallength", "colour")
    assert found.levels == (None, ("red", "dark blue"))
    assert found.classes == ("setosa", "versicolor")
    np.testing.assert_array_equal(found.x, [[5.1, 0], [4.9, 1], [np.nan, 0], [6.4, 0], [7.0, 1]])
    assert found.about.openml_id == 61
    assert found.about.source == "OpenML 61: iris, version 1"
    assert found.about.licence == "Public"
    assert found.about.flags == ()


def test_deactivated_is_a_flag_beside_those_of_the_lists(cache: Cache, server: Server) -> None:
    assert loaded(cache, server, status="deactivated").about.flags == ("deactivated",)
    server.dataset(1504, status="deactivated")
    entry = cache.fetch(1504)
    flags = read(entry.path, entry.recipe, "plates").about.flags
    assert flags == ("superseded:40982", "degenerate", "deactivated")


COLUMNS = """@relation r
@attribute A integer
@attribute 'B, b' numeric
@attribute C {x,y}
@attribute when date "yyyy-MM-dd"
@attribute note string
@attribute D real
@attribute class {no,yes}
@data
1,2,x,2020-01-01,'first, of all',1,no
2,3,y,2020-01-02,second,2,no
3,4,x,?,?,3,yes
4,5,y,2020-01-03,last,5,yes
"""


@pytest.mark.parametrize(
    ("ignored", "left"),
    [
        (["when", "note"], ("A", "B, b", "C", "D")),
        (["A", "when", "note"], ("B, b", "C", "D")),  # a numeric one
        ("A,when,note", ("B, b", "C", "D")),  # names glued into one text
        (["A,when", "note"], ("B, b", "C", "D")),
        ('A, "B, b", when, note', ("C", "D")),
        (["B, b", "C", "when", "note"], ("A", "D")),  # a comma that belongs to the name
        (["'A'", " when ", '"note"'], ("B, b", "C", "D")),
        (["class", "when", "note"], ("A", "B, b", "C", "D")),  # the target stays the target
    ],
)
def test_ignored_columns_of_any_type_are_dropped_and_no_others(
    cache: Cache, server: Server, ignored: object, left: tuple[str, ...]
) -> None:
    found = loaded(cache, server, COLUMNS, row_id_attribute=None, ignore_attribute=ignored)
    assert found.columns == left


def test_when_two_answers_ignore_different_columns_what_either_names_is_dropped(
    cache: Cache, server: Server
) -> None:
    marked = [feature("note", ignored=True), feature("D", row_id=True), feature("C")]
    found = loaded(
        cache,
        server,
        COLUMNS,
        features={"data_features": {"feature": marked}},
        row_id_attribute="A",
        ignore_attribute=["when"],
    )
    assert found.columns == ("B, b", "C")
    assert cache.fetch(61).recipe.drop == ("A", "when", "note", "D")


def test_openml_may_know_nothing_of_the_features(cache: Cache, server: Server) -> None:
    server.dataset(61)
    server.on("/api/v1/json/data/features/61", unknown(274, "No features found"))
    assert cache.fetch(61).recipe.drop == ("id",)


@pytest.mark.parametrize(
    ("ignored", "why"),
    [
        (["A", "identifier"], "a column to leave out is 'identifier', which its file does not"),
        (["AB"], "a column to leave out is 'AB'"),  # two names glued without a comma
        ([1], r"\[1\] is no list of columns"),
        ({"A": 1}, "is no list of columns"),
    ],
)
def test_a_list_of_columns_that_cannot_be_trusted_is_refused(
    cache: Cache, server: Server, ignored: object, why: str
) -> None:
    with pytest.raises(FrostgridError, match=why) as caught:
        loaded(cache, server, COLUMNS, row_id_attribute=None, ignore_attribute=ignored)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("changed", "why"),
    [
        ({"default_target_attribute": None}, "dataset 61 of OpenML names no target"),
        ({"default_target_attribute": ["class", "id"]}, "names no target"),
        ({"default_target_attribute": "class,id"}, "its target is 'class,id', which its file"),
        ({"id": "62"}, "the answer is about 62"),
        ({"format": "Parquet"}, "is a parquet file"),
        ({"url": None}, r"its description is not understood \(KeyError\('url'\)\)"),
        ({"format": None}, "its description is not understood"),
        ({"features": {"data_features": {"feature": 1}}}, "its description is not understood"),
    ],
)
def test_a_description_that_does_not_do_is_refused_and_no_target_is_guessed(
    cache: Cache, server: Server, changed: dict[str, Any], why: str
) -> None:
    with pytest.raises(FrostgridError, match=why) as caught:
        loaded(cache, server, **changed)
    assert "\n" not in str(caught.value)
    assert caught.value.hint
    assert cache.entry(61) is None


def test_texts_and_dates_are_refused_by_name(cache: Cache, server: Server) -> None:
    with pytest.raises(FrostgridError, match=r"61 of OpenML.*'when' \(date\), 'note' \(string\)"):
        loaded(cache, server, COLUMNS, row_id_attribute=None)


SPARSE = """@relation s
@attribute a numeric
@attribute b {X,Y,Z}
@attribute c {"class A","class B"}
@data
{0 .5}
{2 "class B"}
{1 Z, 2 "class B"}
{0 2}
"""


def test_sparse_and_quoted_files_are_read_as_the_format_says(cache: Cache, server: Server) -> None:
    """What a sparse row omits is 0 or the first declared value, and never missing."""
    found = loaded(
        cache,
        server,
        SPARSE,
        format="Sparse_ARFF",
        default_target_attribute="c",
        row_id_attribute=None,
    )
    assert found.classes == ("class A", "class B")
    np.testing.assert_array_equal(found.x, [[0.5, 0], [0, 0], [0, 2], [2, 0]])
    np.testing.assert_array_equal(found.y, [0, 1, 1, 0])


def test_blanks_after_a_comma_do_not_make_another_level(cache: Cache, server: Server) -> None:
    content = """@relation income
@attribute age numeric
@attribute class {<=50K,>50K,' <=50K'}
@data
39, <=50K
50, >50K
38,<=50K
53,>50K
"""
    found = loaded(cache, server, content, row_id_attribute=None)
    assert found.classes == ("<=50K", ">50K")


@pytest.mark.parametrize(
    ("content", "line"),
    [
        ("@relation r\n@attribute a real\n@attribute class 0,1,2,3\n@data\n1,2\n", 3),
        ("@relation r\n@attribute a real\n@attribute class {0,1}\n@data\n1,0\n1,2\n", 6),
        ("@relation r\n@attribute a real\n@attribute class {0,1}\n@data\n1,0\n1\n", 6),
        ("@relation r\n@attribute a real\n@attribute class {0,1}\n@data\n1,0\nx,1\n", 6),
    ],
)
def test_a_file_that_is_not_valid_is_refused_with_the_line(
    cache: Cache, server: Server, content: str, line: int
) -> None:
    with pytest.raises(FrostgridError, match=f"line {line}") as caught:
        loaded(cache, server, content, row_id_attribute=None)
    assert "\n" not in str(caught.value)


def test_data_that_make_no_task_are_refused_with_the_id(cache: Cache, server: Server) -> None:
    content = "@relation r\n@attribute a real\n@attribute class {0,1}\n@data\n1,0\n2,0\n"
    with pytest.raises(FrostgridError, match=r"61 of OpenML cannot be used: .* one class"):
        loaded(cache, server, content, row_id_attribute=None)

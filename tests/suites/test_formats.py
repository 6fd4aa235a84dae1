"""CSV, Parquet and ARFF files."""

from __future__ import annotations

import gzip
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from frostgrid.base.errors import FrostgridError
from suites.dataset import Dataset
from suites.folder import load_file


def written(folder: Path, name: str, content: str) -> Path:
    path = folder / name
    path.write_text(content, encoding="utf-8")
    return path


def loaded(folder: Path, name: str, content: str, target: str | None = None) -> Dataset:
    return load_file(written(folder, name, content), target)


def test_csv_keeps_types_texts_and_missing_cells(tmp_path: Path) -> None:
    content = (
        "\ufeffid,size,colour,flag,target\n"
        "1,0.1,red,True,b\n"
        "2,?,None,False,a\n"
        "NA,3e-5,,True,a\n"
        '4,nan,"a, ""b""",True,b\n'
        "\n"
        "5,1,NULL,NaN,\n"
    )
    found = loaded(tmp_path, "demo.csv", content)
    assert found.name == "demo"
    assert found.columns == ("id", "size", "colour", "flag")
    assert found.levels == (None, None, ("NULL", "None", 'a, "b"', "red"), ("false", "true"))
    np.testing.assert_array_equal(
        found.x,
        [[1, 0.1, 3, 1], [2, np.nan, 1, 0], [np.nan, 3e-5, np.nan, 1], [4, np.nan, 2, 1]],
    )
    assert found.classes == ("a", "b")
    assert found.about.unlabelled == 1


def test_blanks_after_a_comma_do_not_count_except_within_quotes(tmp_path: Path) -> None:
    content = 'x, c, class\n1, <=50K, a\n2," <=50K", a\n3, ?, b\n4, >50K, b\n'
    found = loaded(tmp_path, "blanks.csv", content)
    assert found.columns == ("x", "c")
    assert found.levels[1] == (" <=50K", "<=50K", ">50K")
    np.testing.assert_array_equal(found.x[:, 1], [1, 0, np.nan, 2])


@given(st.lists(st.floats(allow_nan=False, allow_infinity=False), min_size=2, max_size=20))
def test_decimals_survive_csv_to_the_last_bit(
    tmp_path_factory: pytest.TempPathFactory, values: list[float]
) -> None:
    numbers = [0.0, 1.0, *values, *values]
    rows = "".join(f"{value!r},{j % 2}\n" for j, value in enumerate(numbers))
    found = loaded(tmp_path_factory.mktemp("csv"), "exact.csv", f"x,target\n{rows}")
    np.testing.assert_array_equal(found.x[:, 0], numbers)


@pytest.mark.parametrize(
    ("content", "why"),
    [
        ("", "is empty"),
        ("x,target\n", "no rows"),
        ("x,x,target\n1,2,a\n", "two columns are named 'x'"),
        (",target\n1,a\n", "column 1 has no name"),
        ("x,target\n1,a\n2\n", "line 3: 1 field, but 2 columns"),
        ("x,target\n1,a\n2,b,c\n", "line 3: 3 fields, but 2 columns"),
        ("x,z,target\n1,2,a,\n2,3,b,\n", "line 2: 4 fields, but 3 columns"),
        ('x,target\n1,"a\n', "damaged"),
        ("x,target\n1,a\n9007199254740993,a\n,b\n2,b\n", r"column 'x' holds integers of 2\*\*53"),
        (f"x,target\n1,a\n{10**24},a\n3,b\n2,b\n", "column 'x' holds numbers too large"),
        ("x,target\n1,a\n1e400,a\n3,b\n2,b\n", "column 'x' holds"),
        ("x,target\n1,a\ninf,a\n3,b\n2,b\n", "column 'x' holds infinite"),
        ("x,day,target\n1,2024-01-31,a\n2,,b\n", "column 'day' holds dates"),
        ("x,day,target\n1,31.1.2024 08:15,a\n2,1.2.2024,b\n", "column 'day' holds dates"),
        ("x;target\n1;a\n1,5;b\n", "separated by semicolons; write it with commas"),
        ("x\ttarget\n1\ta\n2\tb\n", "separated by tabs"),
        ("x,target\n1,a\n2,b\0c\n", "line 3: a NUL character"),
    ],
)
def test_a_bad_csv_file_is_one_line_that_names_it(tmp_path: Path, content: str, why: str) -> None:
    with pytest.raises(FrostgridError, match=why) as caught:
        loaded(tmp_path, "bad.csv", content)
    assert "bad" in str(caught.value)
    assert "\n" not in str(caught.value)
    assert caught.value.hint


def test_texts_that_look_like_dates_in_part_are_categories(tmp_path: Path) -> None:
    content = (
        "when,version,target\n2024-01-31,1.2.3,a\nnever,1.2.4,b\n2024-02-01,1.2.3,a\nno,1.2.4,b\n"
    )
    found = loaded(tmp_path, "demo.csv", content)
    assert found.levels == (("2024-01-31", "2024-02-01", "never", "no"), ("1.2.3", "1.2.4"))


def test_a_file_that_is_not_utf8_or_a_truncated_gzip_is_one_line(tmp_path: Path) -> None:
    latin = tmp_path / "latin.csv"
    latin.write_bytes("x,target\nä,1\n".encode("latin-1"))
    with pytest.raises(FrostgridError, match=r"latin\.csv is not UTF-8"):
        load_file(latin)
    whole = gzip.compress(b"x,target\n" + b"".join(b"%d,%d\n" % (j, j % 2) for j in range(999)))
    cut = tmp_path / "cut.csv.gz"
    cut.write_bytes(whole[:-20])
    with pytest.raises(FrostgridError, match=r"cut\.csv\.gz is damaged") as caught:
        load_file(cut)
    assert "\n" not in str(caught.value)
    cut.write_bytes(whole)
    assert load_file(cut).n_rows == 999
    cut.write_bytes(b"x,target\n")
    with pytest.raises(FrostgridError, match=r"cut\.csv\.gz is damaged"):
        load_file(cut)


def test_the_same_table_is_the_same_dataset_as_csv_and_as_parquet(tmp_path: Path) -> None:
    frame = pd.DataFrame(
        {
            "whole": pd.array([1, None, 3, 4], dtype="Int64"),
            "real": [0.1, 0.2, np.nan, 1e300],
            "word": ["b", "a", None, "b"],
            "yes": pd.array([True, None, False, True], dtype="boolean"),
            "never": [np.nan] * 4,
            "target": [1.0, 2.0, 1.0, 2.0],
        }
    )
    frame.to_csv(tmp_path / "one.csv", index=False)
    frame.to_csv(tmp_path / "two.csv.gz", index=False)
    frame.to_parquet(tmp_path / "three.parquet")
    found = [load_file(path) for path in sorted(tmp_path.iterdir())]
    assert [dataset.name for dataset in found] == ["one", "three", "two"]
    assert len({dataset.digest for dataset in found}) == 1
    assert found[0].levels == (None, None, ("a", "b"), ("false", "true"), None)
    assert found[0].classes == ("1", "2")


def test_parquet_refuses_dates_lists_and_large_integers_by_column_and_damage_by_name(
    tmp_path: Path,
) -> None:
    path = tmp_path / "odd.parquet"
    for values, why in (
        (pd.to_datetime(["2020"] * 4), "column 'x' has values of type datetime"),
        ([[1], [2], [3], [4]], "column 'x' holds objects"),
        (pd.array([1, None, 2**53 + 1, 4], dtype="Int64"), r"column 'x' holds integers of 2\*\*53"),
    ):
        pd.DataFrame({"x": values, "target": list("aabb")}).to_parquet(path)
        with pytest.raises(FrostgridError, match=why):
            load_file(path)
    path.write_bytes(path.read_bytes()[:-20])
    with pytest.raises(FrostgridError, match=r"odd\.parquet is damaged") as caught:
        load_file(path)
    assert "\n" not in str(caught.value)


DENSE = """% a comment
@RELATION demo
@attribute 'the size' INTEGER
@attribute weight\treal
@attribute c {' <=50K', <=50K, '>50K', "it's", never}
@attribute class {yes, no}
@DATA
1, 0.1, <=50K, yes
% another
1.5,?,' <=50K',no
3,3e-5,"it's", no
4,1,?,yes
"""


def test_arff_keeps_declared_values_in_order_and_does_not_cut_declared_integers(
    tmp_path: Path,
) -> None:
    found = loaded(tmp_path, "dense.arff", DENSE)
    assert found.columns == ("the size", "weight", "c")
    assert found.levels == (None, None, (" <=50K", "<=50K", ">50K", "it's", "never"))
    np.testing.assert_array_equal(
        found.x, [[1, 0.1, 1], [1.5, np.nan, 0], [3, 3e-5, 3], [4, 1, np.nan]]
    )
    assert found.classes == ("no", "yes")


def test_what_a_sparse_arff_row_leaves_out_is_zero_or_the_first_declared_value(
    tmp_path: Path,
) -> None:
    content = """@relation sparse
@attribute a numeric
@attribute b {X,Y,Z}
@attribute c {"class A","class B"}
@data
{0 .5}
{2 "class B"}
{1 Z, 2 'class B'}
{0 ?}
"""
    found = loaded(tmp_path, "sparse.arff", content, target="c")
    assert found.levels == (None, ("X", "Y", "Z"))
    np.testing.assert_array_equal(found.x, [[0.5, 0], [0, 0], [0, 2], [np.nan, 0]])
    assert found.classes == ("class A", "class B")
    np.testing.assert_array_equal(found.y, [0, 1, 1, 0])


HEAD = "@relation r\n@attribute a integer\n"


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (HEAD + "@attribute e 0,1,2,3\n@data\n1,2\n", "line 3"),
        (HEAD + "@attribute e date 'yyyy'\n@data\n1,2\n", "attribute 'e' is a date"),
        (HEAD + "@attribute a real\n@data\n1,2\n", "line 3"),
        (HEAD + "@attribute class {x,y}\n@data\n1,x\n2,z\n", "line 6"),
        (HEAD + "@attribute class {x,y}\n@data\n1,x\n2\n", "line 6"),
        (HEAD + "@attribute class {x,y}\n@data\n", "no rows"),
        (HEAD + "@attribute class {x,y}\n@data\n1e300,x\n2,x\n?,y\n4,y\n", "'a' holds integers"),
        (HEAD + "@attribute class {x,y}\n@data\n1e400,x\n2,x\n?,y\n4,y\n", "'a' holds infinite"),
        (
            HEAD + "@attribute class {x,y}\n@data\n1,x\n9007199254740993,x\n?,y\n2,y\n",
            r"column 'a' holds integers of 2\*\*53",
        ),
    ],
)
def test_a_bad_arff_file_is_one_line_that_says_where(
    tmp_path: Path, content: str, why: str
) -> None:
    with pytest.raises(FrostgridError, match=why) as caught:
        loaded(tmp_path, "bad.arff", content)
    assert "bad" in str(caught.value)
    assert "\n" not in str(caught.value)

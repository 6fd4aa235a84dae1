"""The short way through plain CSV files leads where a full parser leads, to the last bit."""

from __future__ import annotations

import gzip
import io
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import suites.formats.csv_file
import suites.formats.plain_csv
from frostgrid.base.errors import FrostgridError
from suites.folder import load_file
from suites.formats.csv_file import MISSING
from suites.formats.plain_csv import plain_table


@contextmanager
def few_at_a_time() -> Iterator[None]:
    """Types are settled by two rows, and blocks hold a row or two."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(suites.formats.plain_csv, "_HEAD", 2)
        patch.setattr(suites.formats.plain_csv, "_BLOCK", 16)
        yield


@contextmanager
def parser_only() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(suites.formats.csv_file, "plain_table", lambda *_: None)
        yield


def outcome(path: Path) -> tuple[object, ...]:
    """All that a dataset is, to the last bit, or what is wrong with it."""
    try:
        found = load_file(path)
    except FrostgridError as error:
        return (str(error),)
    codes = np.where(np.isnan(found.x), np.nan, found.x).tobytes(), found.y.tobytes()
    return (*codes, found.columns, found.levels, found.classes, found.about, found.digest)


ODD_NUMBERS = (
    "-0|-0.0|0|007|1.|.5|+5|1E5| 5|5 |5\t|'5'|' 5'|9007199254740991|9007199254740992|"
    "18446744073709551615|1000000000000000000000000000000|1e400|-1e-400|inf|-Infinity|NAN|-nan|"
    "0x1A|1_0|1d5|1e|-"
)
WORDS = (
    "a|A b|é|None|null|NA | NA|?x|2024-01-31|'a'|' a'|'a,b'|'a, b'|'say ''so'''|'a\nb'|a'b|'a'b|'a|"
    "''''|\ufeff|a\0|`|\\|#|\t"
)


def one_of(texts: str) -> st.SearchStrategy[str]:
    return st.sampled_from(texts.replace("'", '"').split("|"))


number = st.one_of(
    st.integers(-(10**6), 10**6).map(str),
    st.floats(allow_nan=False, allow_infinity=False).map(repr),
    st.decimals(allow_nan=False, allow_infinity=False).map(str),
    one_of(ODD_NUMBERS),
)
missing = one_of("|?|NA|NaN|nan|'NA'|''")
boolean = one_of("True|FALSE|true|'False'|tRUE")
word = one_of(WORDS)
column = st.sampled_from([number, boolean, word, number | missing, boolean | missing])
odd = st.sampled_from(["", " ", "  ", " 1,a,u", "1", "1,2,a,b", "\r", "\t", '"', "1,a,u\r2,b,v"])


@st.composite
def tables(draw: st.DrawFn) -> str:
    """Rows of columns that mostly hold things of one kind, and now and then something else."""
    kinds = [draw(column), draw(column | st.just(word | missing)), st.sampled_from(["u", "v", "?"])]
    cells = [
        *(st.one_of(*[kind] * 19, number | missing | boolean | word) for kind in kinds[:2]),
        kinds[2],
    ]
    comma = draw(st.sampled_from([",", ",", ",", ", ", ",  "]))
    rows = draw(st.lists(st.one_of(*[st.tuples(*cells).map(comma.join)] * 9, odd), max_size=12))
    end = draw(st.sampled_from(["\n", "\r\n"]))
    header = draw(
        st.sampled_from(["x,c,class", '"x","c","class"', "\ufeffx,c,class", "x, c,class"])
    )
    return end.join([header, *rows, *(["1,a,u", "2,b,v"] * 2), *draw(st.sampled_from([[], [""]]))])


@settings(deadline=None, max_examples=200)
@given(tables())
def test_any_file_gives_the_same_dataset_or_the_same_message_both_ways(
    tmp_path_factory: pytest.TempPathFactory, content: str
) -> None:
    path = tmp_path_factory.mktemp("csv") / "t.csv"
    path.write_bytes(content.encode())
    with few_at_a_time():
        found = outcome(path)
    with parser_only():
        assert outcome(path) == found


HEAD = "x,c,class\n1,a,u\n2,b,v\n"


def taken(content: str | bytes) -> bool:
    content = content if isinstance(content, bytes) else content.encode()
    with few_at_a_time():
        return plain_table(io.BytesIO(content), MISSING) is not None


@pytest.mark.parametrize(
    "row",
    [
        "3,a,u",
        "?,,NA",
        "-1.5e-3,é,v",
        "-0.0,a,u\n.5,a,u",
        '"3","a","u"',
        '3,"a,b",""',
        '3,"say ""so""","""u"',
        '3,"",""""',
        "",
        "3,True,u",
        " 3,  a, u",
        "3, , ",
    ],
)
def test_plain_rows_take_the_short_way(row: str) -> None:
    assert taken(f"{HEAD}{row}\n")
    assert taken(f"\ufeff{HEAD}{row}".replace("\n", "\r\n"))


@pytest.mark.parametrize(
    "row",
    [
        '3,"a\nb",u',
        '3,"a\r\nb",u',
        '3,"a"b,u',
        '3,a"b,u',
        '3,"a,u',
        '3,",","u',
        '3, "a",u',
        '3,a"",u',
        '3,"a" "b",u',
        '3,"a, b",u',
        "3,a,u\r4,b,v",
        "3,a\0,u",
        " ",
        "  \r",
        pytest.param(f"3,{'a' * 200_000},u", id="long"),
    ],
)
def test_fields_that_parsers_may_part_differently_are_left_to_the_full_one(row: str) -> None:
    assert not taken(f"{HEAD}{row}\n")


@pytest.mark.parametrize(
    "row",
    ["-0,a,u", "word,a,u", "inf,a,u", "NAN,a,u", "9007199254740992,a,u", "3,a", "3,a,u,4"],
)
def test_columns_that_may_not_be_numbers_and_ragged_rows_are_left_to_the_full_parser(
    row: str,
) -> None:
    assert not taken(f"{HEAD}{row}\n")


def test_bytes_that_are_not_utf_8_are_left_to_the_parser_wherever_they_stand() -> None:
    for spoilt in (b"x,\xe9,class\n1,a,u\n2,b,v\n", b"x,c,class\n1,\xe9,u\n2,b,v\n"):
        assert not taken(spoilt)
    assert not taken(HEAD.encode() + b"3,a,u\n4,\xe9,v\n")
    assert not taken(HEAD.encode() + b"3,a,u\n\xe9,b,v\n")


def test_a_gzipped_file_of_many_blocks_is_the_same_dataset_both_ways(tmp_path: Path) -> None:
    random = np.random.default_rng(0)
    rows = (
        f"{value!r},{'abcdefgh'[j % 8]},{j % 3},{'NA' if j % 7 else 'True'},{j % 2}\n"
        for j, value in enumerate(random.normal(size=60_000).tolist())
    )
    path = tmp_path / "t.csv.gz"
    path.write_bytes(gzip.compress(("x,c,n,flag,target\n" + "".join(rows)).encode(), 1))
    with gzip.open(path) as file:
        assert plain_table(file, MISSING) is not None  # type: ignore[arg-type]
    found = outcome(path)
    with parser_only():
        assert outcome(path) == found

"""The short way through plain ARFF files leads where the parser of the format leads."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import suites.formats.arff_file
from frostgrid.base.errors import FrostgridError
from suites.folder import load_file
from suites.formats.plain_arff import plain_rows

HEAD = """% plain
@relation r
@attribute a integer
@attribute b real
@attribute c {x, 01, '1', 'two words'}
@attribute class {u,v}
@data
"""
DECLARED: list[str | list[str]] = ["REAL", "REAL", ["x", "01", "1", "two words"], ["u", "v"]]


@contextmanager
def parser_only() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(suites.formats.arff_file, "plain_rows", lambda *_: None)
        yield


def outcome(path: Path) -> str:
    try:
        return load_file(path).digest
    except FrostgridError as error:
        return str(error)


number = st.one_of(
    st.integers(-(10**6), 10**6).map(str),
    st.floats(allow_nan=False, allow_infinity=False).map(repr),
    st.sampled_from(["?", "", "1e400", "9007199254740993", "99999999999999999999", "1.0", "-0"]),
)
word = st.sampled_from(["x", "01", "1", "?", "", "1.0", "two words", "'two words'", "y"])
blank = st.sampled_from(["", "", " "])
row = st.builds(
    lambda a, b, c, y, blanks: ",".join(
        f"{left}{cell}{right}"
        for left, cell, right in zip(blanks[:4], (a, b, c, y), blanks[4:], strict=True)
    ),
    number,
    number,
    word,
    st.sampled_from(["u", "v", "?"]),
    st.lists(blank, min_size=8, max_size=8),
)
extra = st.sampled_from(["% comment", "", "1,2,x", "1,2,x,u,v", "{0 1}", "1,2,x,u "])


@settings(deadline=None, max_examples=60)
@given(st.lists(st.one_of(row, row, row, extra), max_size=6))
def test_any_file_gives_the_same_dataset_or_the_same_message_both_ways(
    tmp_path_factory: pytest.TempPathFactory, rows: list[str]
) -> None:
    path = tmp_path_factory.mktemp("arff") / "t.arff"
    path.write_text(HEAD + "\n".join(["1,0.5,x,u", "2,0.5,01,u", "2,1.5,1,v", "3,2,1,v", *rows]))
    found = outcome(path)
    with parser_only():
        assert outcome(path) == found


def test_plain_files_take_the_short_way_and_others_do_not(tmp_path: Path) -> None:
    path = tmp_path / "t.arff"
    path.write_text(HEAD + "1,.5,x,u\n?,2, 01 ,v\n")
    rows = plain_rows(path, 7, DECLARED)
    assert rows is not None
    assert rows[2].tolist() == ["x", "01"]
    for spoilt in ("'x',u", "x,u,v", "x", "{1 2}", "two words,u", "y,u", "% note"):
        path.write_text(HEAD + f"1,.5,x,u\n2,2,{spoilt}\n")
        assert plain_rows(path, 7, DECLARED) is None
    assert plain_rows(path, 7, ["STRING", *DECLARED[1:]]) is None

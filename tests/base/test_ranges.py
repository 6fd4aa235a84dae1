"""Lists of whole numbers as people write them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from frostgrid.base.errors import FrostgridError
from frostgrid.base.ranges import parse_ranges, ranges_text


@given(st.sets(st.integers(0, 200), min_size=1))
def test_a_list_reads_back(numbers: set[int]) -> None:
    assert parse_ranges(ranges_text(sorted(numbers)), "rows") == tuple(sorted(numbers))


def test_runs_are_written_short() -> None:
    assert ranges_text([0, 1, 2, 3, 7, 9, 10]) == "0-3,7,9-10"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "a",
        "3-1",
        "1-",
        "-1",
        "1,,2",
        "1.5",
        "0-3-5",
        "0-99999999999",
        "0-999999999",
        "9" * 5000,
    ],
)
def test_anything_else_is_refused_with_an_example(text: str) -> None:
    with pytest.raises(FrostgridError, match="0-4,7"):
        parse_ranges(text, "rows")

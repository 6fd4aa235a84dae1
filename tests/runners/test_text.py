"""Messages of packages as they are stored."""

from __future__ import annotations

import pytest

from runners.text import one_line


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ("\n  first \n second", "first"),
        ("[12:34:56] WARNING: a", "WARNING: a"),
        ("\x1b[1;31mError\x1b[0m in x\ty", "Error in x y"),
        ("title \x1b]0;owned\x07", "title \\x1b]0;owned\\x07"),
        ("half \ud800", "half \\ud800"),
        ("", ""),
        ("x" * 600, "x" * 500),
    ],
)
def test_a_message_is_one_line_that_can_be_printed(said: str, kept: str) -> None:
    assert one_line(said) == kept

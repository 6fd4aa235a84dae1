"""Text of others on a terminal."""

from __future__ import annotations

import pytest

from frostgrid.base.printable import printable


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("größe 數 e\u0301", "größe 數 e\u0301"),
        ("no\u00a0break", "no\u00a0break"),
        ("\x1b[31mred\x1b]0;title\x07", "\\x1b[31mred\\x1b]0;title\\x07"),
        ("one\ntwo\r\tthree", "one\\ntwo\\r\\tthree"),
        ("\x9b2J \u202eabc \ud800", "\\x9b2J \\u202eabc \\ud800"),
    ],
)
def test_only_control_characters_become_escapes(text: str, shown: str) -> None:
    assert printable(text) == shown

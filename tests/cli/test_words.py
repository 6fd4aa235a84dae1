"""Times and commands as people read them."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from frostgrid.cli.values import seconds
from frostgrid.cli.words import called, duration, limit


@pytest.mark.parametrize(
    ("time", "words"),
    [
        (0.0, "0.0 s"),
        (9.94, "9.9 s"),
        (9.96, "10 s"),
        (59.4, "59 s"),
        (59.7, "1 min"),
        (90, "1 min 30 s"),
        (3599.6, "1 h"),
        (12_000, "3 h 20 min"),
        (86_399, "1 day"),
        (90_000, "1 day 1 h"),
        (6_889.6 * 60, "4 days 19 h"),
        (1234 * 86_400, "1,234 days"),
    ],
)
def test_a_time_is_told_in_its_two_largest_units(time: float, words: str) -> None:
    assert duration(time) == words


@pytest.mark.parametrize("time", [1.5, 60.0, 90.0, 1200.0, 7200.0])
def test_a_limit_is_written_as_the_command_line_reads_it(time: float) -> None:
    assert seconds(limit(time)) == time


def test_the_command_to_type_is_the_name_where_the_path_finds_it_else_the_path(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    script = tmp_path / "my bin" / "fg"
    script.parent.mkdir()
    script.write_text("")
    script.chmod(0o755)
    monkeypatch.setattr(sys, "argv", [str(script)])
    assert called() == f"'{script}'"
    monkeypatch.setenv("PATH", str(script.parent), prepend=os.pathsep)
    assert called() == "fg"
    monkeypatch.setattr(sys, "argv", ["-c"])
    assert called() == "frostgrid"

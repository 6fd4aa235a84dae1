"""Times and commands as people read them."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

from frostgrid.base.command import called, command
from frostgrid.base.plural import plural
from frostgrid.cli.values import seconds
from frostgrid.cli.words import duration, limit


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
    import_module("frostgrid.cli.main")  # this is a process of the command line
    monkeypatch.setattr(sys, "argv", [str(script)])
    assert called() == f"'{script}'"
    monkeypatch.setenv("PATH", str(script.parent), prepend=os.pathsep)
    assert called() == "fg"
    assert command("mend", Path("a run")) == "fg mend 'a run'"
    monkeypatch.setattr(sys, "argv", ["-c"])
    assert called() == "frostgrid"


def test_in_a_program_of_somebody_else_the_command_is_its_usual_name() -> None:
    code = "import sys; sys.argv = [sys.executable]\n"
    code += "from frostgrid.base.command import command; print(command('mend', 'runs/a'))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "frostgrid mend runs/a\n"


@pytest.mark.parametrize(
    ("count", "words"), [(0, "0 rows"), (1, "1 row"), (2, "2 rows"), (1234, "1,234 rows")]
)
def test_one_thing_is_counted_in_the_singular(count: int, words: str) -> None:
    assert plural(count, "row") == words
    assert plural(count, "class", "classes").endswith(" class" if count == 1 else " classes")

"""Commands in README and docs exist, with these options and values of these kinds."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest

from frostgrid.cli.main import app

ROOT = Path(__file__).resolve().parents[2]
PAGES = [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")]

# Up to a comment, or to the next command on the line.
_COMMAND = re.compile(r"\bfrostgrid ((?!\.)[a-z].*?)(?=\s{2,}|\s+#|$)")


def documented() -> Iterator[str]:
    for page in PAGES:
        for block in re.findall(
            r"^```\n(.*?)^```", page.read_text("utf-8"), re.DOTALL | re.MULTILINE
        ):
            for line in block.replace("\\\n", " ").splitlines():
                if "git clone" not in line and "docker build" not in line:
                    yield from _COMMAND.findall(line)


COMMANDS = sorted(set(documented()))


@pytest.mark.parametrize("command", COMMANDS)
def test_a_documented_command_is_one_that_the_program_takes(command: str) -> None:
    # "a|b" stands for either, and <name> for any name.
    words = [word.partition("|")[0].strip("<>") for word in shlex.split(command)]
    app().parse_args(words, exit_on_error=False, print_error=False)


def test_the_commands_of_all_pages_are_found() -> None:
    assert {command.split()[0] for command in COMMANDS} >= {
        *("run", "resume", "status", "retry", "export", "verify"),
        *("list", "show", "freeze", "doctor", "mirror"),
    }

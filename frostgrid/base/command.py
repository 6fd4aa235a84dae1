"""The command line in hints, as its user typed it."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path
from shlex import join, quote


def command(*words: str | Path) -> str:
    """What to type to call ``frostgrid`` with ``words``, quoted for a shell."""
    return f"{called()} {join(map(str, words))}"


def called() -> str:
    """What to type to call this program again."""
    typed = Path(sys.argv[0])
    # Without the command line this is somebody else's program, such as a notebook.
    if "frostgrid.cli.main" not in sys.modules or not typed.is_file():
        return "frostgrid"
    if typed.suffix == ".py":
        return "python -m frostgrid.cli.main"
    found = shutil.which(typed.name)
    return typed.name if found and Path(found).samefile(typed) else quote(str(typed))

"""``frostgrid merge``: several runs become one."""

from __future__ import annotations

import sys
from pathlib import Path
from shlex import quote
from typing import Annotated

from cyclopts import Parameter

from frostgrid.base.errors import FrostgridError
from frostgrid.cli.main import DONE
from frostgrid.cli.output import print_parts
from frostgrid.cli.session import UNFINISHED
from frostgrid.cli.summary import summary
from frostgrid.cli.words import called
from runners.merge.conflicts import CONFLICTS
from runners.merge.merge import merge as join
from runners.status import report

_SHOWN = 20


def merge(*directories: Path, out: Annotated[Path, Parameter(required=True)]) -> int:
    """Join the runs in DIRECTORIES: shards, or runs of other datasets, learners, rows or splits.

    The order does not matter, and a merge that was killed is simply called again.

    Parameters
    ----------
    directories
        Run directories.
    out
        New run directory, or what an earlier merge of the same runs has made.
    """
    if not directories:
        raise FrostgridError("no run to merge is named", hint="frostgrid merge A B --out C")
    notices = 0

    def notice(line: str) -> None:
        nonlocal notices
        notices += 1
        if notices <= _SHOWN:
            print(f"frostgrid: {line}", file=sys.stderr)

    found = join(directories, out, notice)
    if notices > _SHOWN:
        print(f"frostgrid: and {notices - _SHOWN:,} more", file=sys.stderr)
    after = report(out)
    print_parts(summary(after, out))
    there = f"{after.stored:,} of {after.effective:,} evaluations are there"
    print(f"{found.taken:,} rows taken; {there}.")
    if found.conflicts:
        print(f"{found.conflicts:,} conflicts, taken from no run: {out / CONFLICTS}")
    if found.damaged:
        print(f"{found.damaged:,} damaged rows were left out.")
    if after.pending:
        print(f"What is missing is made by: {called()} resume {quote(str(out))}")
    return UNFINISHED if found.conflicts or found.damaged else DONE

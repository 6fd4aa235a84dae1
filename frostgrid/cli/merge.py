"""``frostgrid merge``: several runs become one."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from frostgrid.base.command import command
from frostgrid.base.errors import FrostgridError
from frostgrid.base.plural import plural
from frostgrid.cli.main import DONE
from frostgrid.cli.notice import notice
from frostgrid.cli.output import print_parts
from frostgrid.cli.session import UNFINISHED
from frostgrid.cli.summary import summary
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

    def tell(line: str) -> None:
        nonlocal notices
        notices += 1
        if notices <= _SHOWN:
            notice(line)

    found = join(directories, out, tell)
    if notices > _SHOWN:
        notice(f"and {notices - _SHOWN:,} more")
    after = report(out)
    print_parts(summary(after, out))
    there = f"{after.stored:,} of {plural(after.effective, 'evaluation')}"
    print(f"Taken: {plural(found.taken, 'row')}; there now: {there}.")
    if found.conflicts:
        print(f"{plural(found.conflicts, 'conflict')}, taken from no run: {out / CONFLICTS}")
    if found.damaged:
        print(f"Left out: {plural(found.damaged, 'damaged row')}.")
    if after.pending:
        print(f"What is missing is made by: {command('resume', out)}")
    return UNFINISHED if found.conflicts or found.damaged else DONE

"""``frostgrid mend``: check every row of a run, and make a damaged store whole."""

from __future__ import annotations

from pathlib import Path

from frostgrid.base.command import command
from frostgrid.cli.main import DONE
from frostgrid.cli.output import say
from runners.wholeness import see_whole


def mend(directory: Path) -> int:
    """Check every row of the run in DIRECTORY; set a damaged store aside and keep its whole rows.

    Parameters
    ----------
    directory
        Run directory.
    """
    if see_whole(directory, say, rows=True) is None:
        say("Nothing to mend: every row is as it was stored.")
    else:
        say(f"Make the missing rows again with: {command('resume', directory)}")
    return DONE

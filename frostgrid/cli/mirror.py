"""``frostgrid mirror``: a suite of OpenML as a folder that needs no network."""

from __future__ import annotations

from pathlib import Path
from shlex import quote

from frostgrid.base.errors import FrostgridError, UnknownNameError
from frostgrid.base.plural import plural
from frostgrid.cli.main import DONE, FAILED


def mirror(suite: str, *, to: Path, strict: bool = False) -> int:
    """Make a folder with the data of an OpenML suite, for --suite on machines without network.

    Run it again to go on after an interruption; what is there is checked and kept.

    Parameters
    ----------
    suite
        Name of the suite, for example cc18.
    to
        The folder.
    strict
        Leave out datasets with flags.
    """
    from suites.openml.members import list_names, members
    from suites.openml.mirror import MANIFEST
    from suites.openml.mirror import mirror as write

    if suite not in list_names():
        raise UnknownNameError("suite of OpenML", suite, list_names())
    if to.is_dir() and any(to.iterdir()) and not (to / MANIFEST).exists():
        raise FrostgridError(f"{to} is not empty and holds no mirror", hint="choose another folder")
    wanted = [member for member in members(suite) if not (strict and member.flags)]
    done = write(suite, wanted, to, print)
    possible = sum(member.openml_id is not None for member in wanted)
    there = f"{len(done)} of {plural(possible, 'dataset')}"
    print(f"In {to}: {there}; to use them: --suite {quote(str(to))}")
    return DONE if len(done) == possible else FAILED

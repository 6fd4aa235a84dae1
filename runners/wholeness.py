"""Sees that the results store of a run is whole before and while it is worked on."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from frostgrid.base.errors import FrostgridError
from frostgrid.base.plural import plural
from runners.directory import PLAN, RESULTS
from runners.lock import writing
from runners.mend import Mended, mend
from runners.plan import Plan, read_plan
from runners.store.schema import columns, columns_of_schema
from runners.store.store import NoResultsYetError, Store
from runners.tasks import grids_of
from runners.verify.counts import check_counts
from runners.verify.identity import check_grid_rows, check_keys, check_tasks
from runners.verify.stored import check_stored

T = TypeVar("T")
Tell = Callable[[str], None]

# Errors of SQLite that another file, more space or less company would not bring about.
_NOT_DAMAGE = frozenset(
    {
        sqlite3.SQLITE_FULL,
        sqlite3.SQLITE_IOERR,
        sqlite3.SQLITE_BUSY,
        sqlite3.SQLITE_LOCKED,
        sqlite3.SQLITE_CANTOPEN,
        sqlite3.SQLITE_READONLY,
        sqlite3.SQLITE_NOMEM,
        sqlite3.SQLITE_PERM,
    }
)


def flaw(path: Path, plan: Plan | None = None) -> str:
    """What is wrong with the store ``path``; empty if nothing is.

    Parameters
    ----------
    path
        The SQLite file.
    plan
        That of the run, to look at every row too, not at the structure of the file alone. The
        lock of the run must then be held.
    """
    if not path.exists():
        return ""
    try:
        # SQLite looks at its own description of the tables only where it may write.
        store = Store(path, write=plan is not None)
    except NoResultsYetError:
        return ""
    except (FrostgridError, ValueError) as error:
        return _said(error)
    try:
        return _structure(store, full=plan is not None) or (_rows(store, plan) if plan else "")
    except (FrostgridError, sqlite3.DatabaseError, ValueError, KeyError, TypeError) as error:
        return _said(error)
    finally:
        store.close()


def _said(error: Exception) -> str:
    """Its text; without the hint to mend what is being looked at for that."""
    return error.message if isinstance(error, FrostgridError) else str(error)


def _structure(store: Store, *, full: bool) -> str:
    check = "integrity_check" if full else "quick_check"  # the full one reads the indexes as well
    answer: str = store.db.execute(f"PRAGMA {check}(1)").fetchone()[0]
    if answer != "ok":
        return " ".join(answer.split())
    if store.db.execute("PRAGMA foreign_key_check").fetchone():
        return "rows refer to what is not there"
    if full and columns(store.db) != columns_of_schema():
        return "its tables are not those of the schema"
    return ""


def _rows(store: Store, plan: Plan) -> str:
    for findings in (
        check_stored(store),
        check_counts(store),
        check_keys(store),
        check_tasks(store, plan),
        check_grid_rows(store, grids_of(plan)),
    ):
        if findings:
            return str(findings[0])
    return ""


def _cut_short(path: Path) -> str:
    """Whether the file has fewer pages than it says; the check is too cheap to be left out."""
    log = path.with_name(f"{path.name}-wal")
    if not path.exists() or (log.exists() and log.stat().st_size):
        return ""  # with a log beside it a short file is nothing unusual
    with path.open("rb") as file:
        head = file.read(32)
    said = int.from_bytes(head[28:32], "big") * int.from_bytes(head[16:18], "big")
    size = path.stat().st_size
    return f"the file has {size:,} bytes of {said:,}" if size < said else ""


def see_whole(directory: Path, tell: Tell, *, rows: bool = False) -> Mended | None:
    """Mend the store of the run in ``directory`` if it is damaged.

    Parameters
    ----------
    directory
        Run directory.
    tell
        Told of a session that died, and of what was mended.
    rows
        Look at every row. Else only the size of the file is looked at after a session that ended
        in order, and its structure after one that did not.

    Raises
    ------
    FrostgridError
        Another process writes the run, or its plan cannot be read.
    """
    plan, _ = read_plan(directory / PLAN)
    with writing(directory) as died:
        if died:
            tell(f"The last session, process {died}, did not end in order; its lock is void.")
        results = directory / RESULTS
        why = _cut_short(results) or (flaw(results, plan if rows else None) if rows or died else "")
        if not why:
            return None
        mended = mend(results, plan, grids_of(plan))
        tell(f"The results store is damaged: {why}.")
        tell(f"Kept: {plural(mended.kept, 'whole row')}; the damaged file is {mended.aside}.")
        return mended


def unbroken(directory: Path, tell: Tell, action: Callable[[], T]) -> T:
    """Do ``action``; where it meets damage in the store, mend that and do it once more."""
    try:
        return action()
    except (FrostgridError, sqlite3.DatabaseError, ValueError) as error:
        if not _may_be_damage(error) or see_whole(directory, tell, rows=True) is None:
            raise
    return action()


def _may_be_damage(error: Exception) -> bool:
    cause = error.__cause__ if isinstance(error, FrostgridError) else error
    code = getattr(cause, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT)
    return cause is not None and code & 0xFF not in _NOT_DAMAGE

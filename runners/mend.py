"""A damaged results store made whole: the file is set aside, and every whole row kept."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from frostgrid.base.atomic import put
from frostgrid.base.plural import plural
from grids.frozen import FrozenGrid
from runners.batches import batches
from runners.plan import Plan
from runners.store.salvage import calibrations, descriptions, whole_rows
from runners.store.store import Store

_LOST = {"lost": "its description was in the damaged part of a results store"}


@dataclass(frozen=True, slots=True)
class Mended:
    """What became of a damaged store.

    Attributes
    ----------
    aside
        The damaged file; nothing was changed in it.
    kept
        Rows that the new store has.
    """

    aside: Path
    kept: int

    def __str__(self) -> str:
        return (
            f"the results store was damaged; kept: {plural(self.kept, 'whole row')}, others are"
            f" made again; the damaged file is {self.aside}"
        )


def mend(path: Path, plan: Plan, grids: Mapping[str, FrozenGrid]) -> Mended:
    """Set the store ``path`` aside and put a new one with its whole rows into its place.

    The lock of the run must be held. A kill in between leaves the damaged store or the new one.
    Tasks and configurations are made anew from the plan, so that only rows need to be read.
    """
    fresh = path.with_name(f".{path.name}.mended")
    fresh.unlink(missing_ok=True)
    store = Store(fresh, write=True)
    try:
        store.db.execute("PRAGMA synchronous = OFF")  # ``put`` brings the whole file to the disk
        _plan_keys(store, plan, grids)
        kept = _fill(store, path)
        store.db.execute("PRAGMA journal_mode = DELETE")  # one file, without a log beside it
    finally:
        store.close()
    aside = _link_aside(path)
    put(fresh, path)
    # Last: a log beside the new file is one more damage that the next start would mend.
    for ending in ("-wal", "-shm"):
        path.with_name(path.name + ending).unlink(missing_ok=True)
    return Mended(aside, kept)


def _plan_keys(store: Store, plan: Plan, grids: Mapping[str, FrozenGrid]) -> None:
    store.db.execute("CREATE TEMP TABLE planned (key BLOB PRIMARY KEY, task, config) WITHOUT ROWID")
    for batch in batches(plan, grids, store):
        store.db.executemany(
            "INSERT INTO planned VALUES (?, ?, ?)",
            ((bytes.fromhex(item.key), batch.number, item.number) for item in batch.items),
        )


def _fill(store: Store, damaged: Path) -> int:
    with store.transaction():
        environments = {
            number: store.environment(facts)
            for number, facts in descriptions(damaged, "python").items()
        }
        machines = {
            number: store.machine(facts) for number, facts in descriptions(damaged, "node").items()
        }
        for old, cells in calibrations(damaged):
            if old in machines:
                _calibrated(store, machines[old], cells)
        lost_environment, lost_machine = store.environment(_LOST), store.machine(_LOST)
        for row in whole_rows(damaged):
            place = store.db.execute(
                "SELECT task, config FROM planned WHERE key = ?", (row["key"],)
            ).fetchone()
            if place is not None:
                row["task"], row["config"] = place
                row["environment"] = environments.get(row["environment"], lost_environment)
                row["machine"] = machines.get(row["machine"], lost_machine)
                _keep(store, row)
        for table, number in (("environment", lost_environment), ("machine", lost_machine)):
            store.db.execute(
                f"DELETE FROM {table} WHERE id = ?"  # noqa: S608 - names are constants
                f" AND id NOT IN (SELECT {table} FROM evaluation)",
                (number,),
            )
    found: int = store.db.execute("SELECT count(*) FROM evaluation").fetchone()[0]
    return found


def _calibrated(store: Store, machine: int, cells: Sequence[float]) -> None:
    try:
        store.db.execute(
            "INSERT OR IGNORE INTO calibration VALUES (?, ?, ?, ?, ?)", (machine, *cells)
        )
    except sqlite3.IntegrityError:  # a speed that is not possible
        return


def _keep(store: Store, row: Mapping[str, Any]) -> None:
    """Store ``row``, unless a version of it that counts more is there: ``ok``, or a later one."""
    names = ", ".join(row)
    try:
        store.db.execute(
            f"INSERT INTO evaluation ({names}) VALUES ({', '.join('?' * len(row))})"  # noqa: S608
            f" ON CONFLICT (key) DO UPDATE SET {', '.join(f'{n} = excluded.{n}' for n in row)}"
            " WHERE (excluded.status = 'ok', excluded.attempt, excluded.finished)"
            " > (evaluation.status = 'ok', evaluation.attempt, evaluation.finished)",
            tuple(row.values()),
        )
    except (sqlite3.IntegrityError, sqlite3.InterfaceError):  # a cell beyond the checksum is not
        return  # possible: the row is not whole


def _link_aside(path: Path) -> Path:
    number = 1
    while (aside := path.with_name(f"{path.stem}.damaged-{number}{path.suffix}")).exists():
        number += 1
    os.link(path, aside)
    log = path.with_name(f"{path.name}-wal")
    if log.exists():
        os.link(log, aside.with_name(f"{aside.name}-wal"))
    return aside

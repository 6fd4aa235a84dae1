"""The results store of a run: written by one process, read by any."""

from __future__ import annotations

import json
import math
import os
import sqlite3
import time
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import astuple, fields
from operator import attrgetter
from pathlib import Path
from typing import TYPE_CHECKING, Any

from frostgrid.base.command import command
from frostgrid.base.digest import canonical
from frostgrid.base.errors import FrostgridError
from runners.calibration import Calibration, Rates
from runners.evaluation import Status, Task
from runners.exceeded import taken
from runners.store.row import ROW, DamageError, Record, cells_of
from runners.store.schema import SCHEMA, VERSION
from runners.store.upgrade import OLDER, show_as_present, upgrade

if TYPE_CHECKING:
    from grids.space import Config


_CACHE = 64 << 20
"""Bytes of pages that the writer keeps; keys of ten million rows reach far beyond SQLite's 2 MB."""

_RECORD = f"""
INSERT INTO evaluation ({", ".join(ROW)}) VALUES ({", ".join("?" * len(ROW))})
ON CONFLICT (key) DO UPDATE SET {", ".join(f"{c} = excluded.{c}" for c in ROW[3:])}
WHERE evaluation.status <> 'ok'
"""  # noqa: S608 - the names are constants


_TASK = tuple(field.name for field in fields(Task))
_CELLS = attrgetter(*_TASK)
_UNIQUE = attrgetter(
    "dataset_digest", "protocol", "split", "learner", "adapter", "preprocessing", "subset"
)
_ADD_TASK = (
    f"INSERT OR IGNORE INTO task ({', '.join(_TASK)}) VALUES ({', '.join('?' * len(_TASK))})"  # noqa: S608
)


class NoResultsYetError(FrostgridError):
    """A store that its writer has not begun, or was killed while it began."""


class Store:
    """Evaluations by key. A key has one row; a row that is ``ok`` never changes.

    Parameters
    ----------
    path
        The SQLite file; made if ``write`` and absent.
    write
        Whether to write. Readers may open the file while it is written.
    """

    def __init__(self, path: Path, *, write: bool = False) -> None:
        if not write and not path.exists():
            raise FrostgridError(
                f"{path} does not exist",
                hint=f"start with: {command('run', 'grid', '--out', path.parent)}",
            )
        mode = "rwc" if write else "ro"
        if not write and not os.access(path.parent, os.W_OK) and not _wal(path).exists():
            mode += "&immutable=1"  # SQLite would want to make files beside it
        self.path = path
        with self.damage_named():
            self.db = sqlite3.connect(
                f"{path.absolute().as_uri()}?mode={mode}",
                uri=True,
                isolation_level=None,
                timeout=30,
            )
        try:
            with self.damage_named():
                self._open(write)
        except FrostgridError:
            self.db.close()
            raise

    def _open(self, write: bool) -> None:
        if write:
            self.db.execute("PRAGMA journal_mode = WAL")
            self.db.execute("PRAGMA synchronous = FULL")
            self.db.execute("PRAGMA foreign_keys = ON")
            self.db.execute(f"PRAGMA cache_size = -{_CACHE >> 10}")
        version: int = self.db.execute("PRAGMA user_version").fetchone()[0]
        if version == 0 and write:
            # One transaction: a killed first start leaves an empty file or the whole schema.
            self.db.executescript(f"BEGIN; {SCHEMA} COMMIT;")
        elif version == 0:
            raise NoResultsYetError(
                f"{self.path} holds no results yet",
                hint=f"make some with: {command('resume', self.path.parent)}",
            )
        elif version in OLDER:
            (upgrade if write else show_as_present)(self.db, version)
        elif version != VERSION:
            raise FrostgridError(
                f"{self.path} has schema {version}, this frostgrid reads {VERSION}",
                hint="use the frostgrid that wrote it",
            )

    @contextmanager
    def damage_named(self) -> Iterator[None]:
        """Errors that reading or writing meets in the block become one line that names the file."""
        try:
            yield
        except (sqlite3.DatabaseError, DamageError) as error:
            what, name = (
                ("what was stored is safe; free some space, then", "resume")
                if "full" in str(error)
                else ("if the file is damaged, keep its whole rows with", "mend")
            )
            hint = f"{what}: {command(name, self.path.parent)}"
            raise FrostgridError(f"{self.path}: {error}", hint=hint) from error

    def select(self, query: str, parameters: Sequence[Any] = ()) -> Iterator[tuple[Any, ...]]:
        """Rows of the answer to ``query``; damage that is met on the way is named."""
        with self.damage_named():
            yield from self.db.execute(query, parameters)

    def task(self, task: Task) -> int:
        """Number of ``task``, given on first sight."""
        values = _CELLS(task)
        self.db.execute(_ADD_TASK, values)
        found: int = self.db.execute(
            "SELECT id FROM task WHERE dataset_digest = ? AND protocol = ? AND split = ?"
            " AND learner = ? AND adapter = ? AND preprocessing = ? AND subset = ?",
            _UNIQUE(task),
        ).fetchone()[0]
        return found

    def config(self, learner: str, config: Config) -> int:
        """Number of an effective configuration, given on first sight."""
        values = (learner, canonical(dict(config)))
        self.db.execute("INSERT OR IGNORE INTO config (learner, json) VALUES (?, ?)", values)
        found: int = self.db.execute(
            "SELECT id FROM config WHERE learner = ? AND json = ?", values
        ).fetchone()[0]
        return found

    def grid_row(self, learner: str, shape: tuple[int, int], grid: str, row: int, to: int) -> None:
        """Note that row ``row`` of ``grid`` is configuration number ``to`` on data of ``shape``."""
        self.db.execute(
            "INSERT OR IGNORE INTO grid_row VALUES (?, ?, ?, ?, ?, ?)",
            (learner, *shape, grid, row, to),
        )

    def grid_rows(
        self, learner: str, shape: tuple[int, int], grid: str, rows: Sequence[int]
    ) -> dict[int, int]:
        """Configuration numbers of those of ``rows`` that were noted before, by row."""
        return dict(
            self.db.execute(
                "SELECT row, config FROM grid_row WHERE learner = ? AND n_train = ?"
                " AND n_columns = ? AND grid = ? AND row BETWEEN ? AND ?",
                (learner, *shape, grid, min(rows), max(rows)),
            )
        )

    def environment(self, facts: Mapping[str, Any]) -> int:
        """Number of a description of libraries and thread settings."""
        return self._facts("environment", facts)

    def machine(self, facts: Mapping[str, Any]) -> int:
        """Number of a description of a machine."""
        return self._facts("machine", facts)

    def calibration(self, machine: int, found: Calibration) -> None:
        """Note what was measured of the machine with this number."""
        self.db.execute(
            "INSERT OR IGNORE INTO calibration VALUES (?, ?, ?, ?, ?)",
            (machine, found.measured, *astuple(found.rates)),
        )

    def calibrations(self) -> Iterator[tuple[int, Calibration]]:
        """Numbers of machines, each with what was measured of it once."""
        for machine, measured, *rates in self.select(
            "SELECT machine, measured, product, memory, tree FROM calibration"
        ):
            yield machine, Calibration(Rates(*rates), measured)

    def _facts(self, table: str, facts: Mapping[str, Any]) -> int:
        text = canonical(dict(facts))
        self.db.execute(f"INSERT OR IGNORE INTO {table} (json) VALUES (?)", (text,))  # noqa: S608
        found: int = self.db.execute(
            f"SELECT id FROM {table} WHERE json = ?",  # noqa: S608
            (text,),
        ).fetchone()[0]
        return found

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """All of the block reaches the disk, or nothing of it."""
        with self.damage_named():
            self.db.execute("BEGIN IMMEDIATE")
            try:
                yield
            except BaseException:
                # SQLite has already rolled back where the disk is full.
                if self.db.in_transaction:
                    self.db.execute("ROLLBACK")
                raise
            self.db.execute("COMMIT")

    @contextmanager
    def unchanging(self) -> Iterator[None]:
        """The block sees the store as it was at its first look, whatever others write."""
        self.db.execute("BEGIN")
        try:
            yield
        finally:
            self.db.execute("ROLLBACK")  # nothing was written

    def record(self, records: Iterable[Record]) -> None:
        """Store outcomes; on return they are on the disk."""
        now = time.time()
        with self.transaction():
            self.db.executemany(_RECORD, (cells_of(record, now) for record in records))

    def adopt(self, rows: Iterable[tuple[Any, ...]]) -> None:
        """Take rows of other stores as they are; cells as in ``ROW``, with numbers of this store.

        A success stays where there is one. Call it within a transaction.
        """
        self.db.executemany(_RECORD, rows)

    def done(self, task: int, configs: Iterable[int]) -> dict[int, tuple[Status, int]]:
        """Status and last attempt of those of ``configs`` that ``task`` has a row for."""
        rows = self.db.execute(
            "SELECT config, status, attempt FROM evaluation WHERE task = ?"
            " AND config IN (SELECT value FROM json_each(?))",
            (task, json.dumps(list(configs))),
        )
        return {config: (Status(status), attempt) for config, status, attempt in rows}

    def rows_of(self, tasks: Collection[int], configs: Collection[int]) -> int:
        """How many rows there are of any of ``tasks`` with any of ``configs``."""
        (rows,) = self.db.execute(
            "SELECT count(*) FROM evaluation WHERE config IN (SELECT value FROM json_each(?))"
            " AND task IN (SELECT value FROM json_each(?))",
            (json.dumps(list(configs)), json.dumps(list(tasks))),
        ).fetchone()
        return int(rows)

    def counts(self) -> dict[tuple[str, Status], int]:
        """Number of rows by learner and status."""
        rows = self.db.execute(
            "SELECT task.learner, status, sum(rows) FROM tally JOIN task ON task.id = tally.task"
            " GROUP BY 1, 2 HAVING sum(rows) > 0 ORDER BY 1, 2"
        )
        return {(learner, Status(status)): count for learner, status, count in rows}

    def done_by_cell(self) -> dict[tuple[str, str, str], dict[Status, int]]:
        """Rows by learner, preprocessing and dataset, and by status."""
        found: dict[tuple[str, str, str], dict[Status, int]] = {}
        for *cell, status, rows in self.db.execute(
            "SELECT learner, preprocessing, dataset, status, sum(rows)"
            " FROM tally JOIN task ON task.id = tally.task GROUP BY 1, 2, 3, 4"
        ):
            found.setdefault((cell[0], cell[1], cell[2]), {})[Status(status)] = rows
        return found

    def worked_since(self, moment: float, limit: float) -> tuple[int, float, float]:
        """Of the last thousands of rows, those after ``moment``: what was worked for them.

        Parameters
        ----------
        moment
            Seconds since 1970.
        limit
            Seconds that an evaluation took which was stopped, unless its reason names others.

        Returns
        -------
        tuple
            Their number, when the first of them was begun, and the seconds that they took.
        """
        rows, first, worked = 0, math.inf, 0.0
        for finished, status, reason, seconds in self.db.execute(
            "SELECT finished, status, reason, fit_seconds + predict_seconds FROM"
            " (SELECT * FROM arrival ORDER BY number DESC LIMIT 5000) WHERE finished > ?",
            (moment,),
        ):
            took = taken(status, reason, seconds or 0.0, limit)
            rows, first, worked = rows + 1, min(first, finished - took), worked + took
        return rows, first if rows else moment, worked

    def close(self) -> None:
        """Release the file."""
        self.db.close()


def _wal(path: Path) -> Path:
    return path.with_name(f"{path.name}-wal")


def facts(store: Store, table: str) -> dict[int, dict[str, Any]]:
    """Descriptions in ``table`` (``environment`` or ``machine``) by number."""
    rows = store.db.execute(f"SELECT id, json FROM {table}")  # noqa: S608 - a constant
    return {number: json.loads(text) for number, text in rows}

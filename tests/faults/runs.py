"""Runs to do harm to, and what is known of them from outside."""

from __future__ import annotations

import sqlite3
import time
from contextlib import closing
from pathlib import Path
from typing import Any

import psutil

from runners.directory import RESULTS
from runners.engine.process import strays

Rows = dict[bytes, tuple[str, int]]
"""Status and checksum by key."""


def cheap(rows: str, splits: str) -> tuple[str, ...]:
    """Arguments of a run whose fits take milliseconds: six per grid row and split."""
    return (
        *("--suite", "demo", "--datasets", "iris", "glass", "hepatitis"),
        *("--learners", "sklearn_decision_tree", "sklearn_gaussian_nb"),
        *("--rows", rows, "--splits", splits, "--time-limit", "60s"),
    )


def stored(run: Path) -> Rows:
    """What is committed in the store now."""
    rows = _committed(run, "SELECT key, status, checksum FROM evaluation")
    return {key: (status, checksum) for key, status, checksum in rows}


def how_many(run: Path) -> int:
    """Number of committed rows: cheap to ask for every few milliseconds, however many there are."""
    return sum(rows for (rows,) in _committed(run, "SELECT count(*) FROM evaluation"))


def _committed(run: Path, query: str) -> list[tuple[Any, ...]]:
    try:
        with closing(sqlite3.connect(f"{(run / RESULTS).as_uri()}?mode=ro", uri=True)) as database:
            return database.execute(query).fetchall()
    except sqlite3.OperationalError:
        return []  # the store is just being made


def lost(before: Rows, after: Rows) -> int:
    """Rows of ``before`` that are not in ``after`` as they were; failures may give way."""
    return sum(row[0] == "ok" and after.get(key) != row for key, row in before.items())


def duplicated(run: Path) -> int:
    """Rows beyond the first of a key, or of a task and configuration."""
    with closing(sqlite3.connect(run / RESULTS)) as database:
        (answer,) = database.execute("PRAGMA integrity_check(1)").fetchone()
        assert answer == "ok"
        rows, keys, places = database.execute(
            "SELECT count(*), count(DISTINCT key), count(DISTINCT task || '/' || config)"
            " FROM evaluation"
        ).fetchone()
    return int(2 * rows - keys - places)


def _alive(process: psutil.Process) -> bool:
    try:
        return process.is_running() and process.status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:  # it ended between the two questions
        return False


def gone(family: list[psutil.Process], run: Path, patience: float = 10.0) -> tuple[int, float]:
    """How many of ``family`` and of the run's processes live on, and how long the others took."""
    began = time.monotonic()
    while True:
        left = sum(map(_alive, family)) + len(strays(run / "tmp"))
        waited = time.monotonic() - began
        if not left or waited > patience:
            return left, waited
        time.sleep(0.01)

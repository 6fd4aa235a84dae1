"""Rows of a results store against their checksums, and counts of rows against the rows."""

from __future__ import annotations

import sqlite3
from math import isclose

from runners.store.check import CHECKED, checksum
from runners.store.store import Store, unpack
from runners.verify.finding import Finding


def check_stored(store: Store) -> list[Finding]:
    """Rows whose cells are not those that were stored.

    Raises
    ------
    FrostgridError
        Confusion counts cannot be read.
    """
    found = store.db.cursor()
    found.row_factory = sqlite3.Row
    bad, first = 0, ""
    for row in found.execute(f"SELECT {', '.join(CHECKED)}, checksum FROM evaluation"):  # noqa: S608
        cells = dict(row)
        key = cells["key"] = cells["key"].hex()
        if cells["confusion"] is not None:
            cells["confusion"] = unpack(cells["confusion"])
        if checksum(cells) != cells["checksum"]:
            bad += 1
            first = first or f"key {key}"
    message = "a cell has changed since the row was stored"
    return [Finding("checksum", bad, first, message)] if bad else []


_SUMS = ("fit_seconds", "predict_seconds", "accuracy", "auc")


def check_tally(store: Store) -> list[Finding]:
    """What the store keeps of each task and status is what its rows add up to."""
    sums = ", ".join(f"total({name})" for name in _SUMS)
    counted = store.db.execute(
        f"SELECT task, status, count(*), count(auc), {sums} FROM evaluation GROUP BY 1, 2"  # noqa: S608
    )
    kept = store.db.execute(
        f"SELECT task, status, rows, aucs, {', '.join(_SUMS)} FROM tally WHERE rows > 0"  # noqa: S608
    )
    rows = {(task, status): values for task, status, *values in counted}
    told = {(task, status): values for task, status, *values in kept}
    bad = [
        place
        for place in rows.keys() | told.keys()
        if not (place in rows and place in told and all(map(_alike, rows[place], told[place])))
    ]
    message = "its rows are not those that are there"
    return [Finding("tally", len(bad), f"task {bad[0][0]}", message)] if bad else []


def _alike(one: float, other: float) -> bool:
    # Sums depend on the order of their terms, and rows that were replaced were taken off again.
    whole = isinstance(one, int)
    return one == other if whole else isclose(one, other, rel_tol=1e-6, abs_tol=1e-6)

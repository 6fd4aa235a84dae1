"""Rows of a results store against their checksums."""

from __future__ import annotations

import sqlite3

from runners.store.check import CHECKED
from runners.store.row import checksum_of
from runners.store.store import Store
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
        if checksum_of(dict(row)) != row["checksum"]:
            bad += 1
            first = first or f"key {row['key'].hex()}"
    message = "a cell has changed since the row was stored"
    return [Finding("checksum", bad, first, message)] if bad else []

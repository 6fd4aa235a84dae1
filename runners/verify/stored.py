"""Rows of a results store against their checksums."""

from __future__ import annotations

import sqlite3

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

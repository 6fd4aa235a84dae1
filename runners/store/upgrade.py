"""Stores of older versions: read as they are, brought up to date when they are written."""

from __future__ import annotations

import sqlite3

from runners.store.schema import CALIBRATION, EVALUATION, VERSION

_UPGRADES = {
    1: f"""
    ALTER TABLE evaluation RENAME TO older;
    {EVALUATION}
    INSERT INTO evaluation SELECT *, NULL FROM older ORDER BY finished;
    DROP TABLE older;
    {CALIBRATION}
    """,  # noqa: S608 - a constant
    2: f"ALTER TABLE evaluation ADD COLUMN load REAL CHECK (load >= 0); {CALIBRATION}",
}
"""By version: what makes it the present one."""

_LATER = """
    CREATE TEMP VIEW evaluation AS SELECT *, NULL AS load FROM main.evaluation;
    CREATE TEMP VIEW calibration AS
        SELECT 0 AS machine, 0.0 AS measured, 0.0 AS product, 0.0 AS memory, 0.0 AS tree WHERE 0;
"""

_VIEWS = {
    1: f"""{_LATER}
    CREATE TEMP VIEW arrival AS
        SELECT row_number() OVER (ORDER BY finished) AS number, * FROM evaluation;
    CREATE TEMP VIEW tally AS
        SELECT task, status, count(*) AS rows, total(fit_seconds) AS fit_seconds,
            total(predict_seconds) AS predict_seconds, total(accuracy) AS accuracy,
            total(auc) AS auc, count(auc) AS aucs
        FROM evaluation GROUP BY task, status;
    """,  # noqa: S608 - a constant
    2: _LATER,
}
"""By version: what a reader sees in place of what the version lacks."""

OLDER = frozenset(_UPGRADES)
"""Versions that can be read and brought up to date."""


def upgrade(db: sqlite3.Connection, version: int) -> None:
    """Bring the store up to date, in one transaction; no row is changed."""
    db.executescript(
        f"BEGIN IMMEDIATE; {_UPGRADES[version]} PRAGMA user_version = {VERSION}; COMMIT;"
    )


def show_as_present(db: sqlite3.Connection, version: int) -> None:
    """Let a reader of an older store ask as if it were up to date."""
    db.executescript(_VIEWS[version])

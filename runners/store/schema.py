"""Tables of a results store; its invariants are CHECKs, so that no bug can store nonsense.

Version history
---------------
1
    First.
2
    Rows lie in the order of their arrival, so that writing touches few pages; they are counted by
    task and status, so that no reader counts them.
3
    Rows tell how busy their machine was, and machines how fast they are.
"""

from __future__ import annotations

import sqlite3
from collections import defaultdict
from collections.abc import Mapping
from functools import cache

from runners.evaluation import Status

VERSION = 3

_STATUSES = ", ".join(f"'{status}'" for status in Status)


def _add(row: str, sign: str) -> str:
    """Statements that add a row to its count, or take it away.

    (What to do on a conflict would be said by the statement that fires the trigger, not by these.)
    """
    return f"""
    INSERT INTO tally SELECT {row}.task, {row}.status, 0, 0, 0, 0, 0, 0 WHERE NOT EXISTS
        (SELECT 1 FROM tally WHERE task = {row}.task AND status = {row}.status);
    UPDATE tally SET
        rows = rows {sign} 1,
        fit_seconds = fit_seconds {sign} coalesce({row}.fit_seconds, 0),
        predict_seconds = predict_seconds {sign} coalesce({row}.predict_seconds, 0),
        accuracy = accuracy {sign} coalesce({row}.accuracy, 0),
        auc = auc {sign} coalesce({row}.auc, 0),
        aucs = aucs {sign} ({row}.auc IS NOT NULL)
    WHERE task = {row}.task AND status = {row}.status;"""  # noqa: S608 - the words are constants


_TABLES = """
CREATE TABLE task (
    id             INTEGER PRIMARY KEY,
    dataset        TEXT    NOT NULL,
    dataset_digest TEXT    NOT NULL,
    protocol       TEXT    NOT NULL,
    split          INTEGER NOT NULL CHECK (split >= 0),
    split_digest   TEXT    NOT NULL,
    learner        TEXT    NOT NULL,
    adapter        INTEGER NOT NULL,
    preprocessing  TEXT    NOT NULL,
    subset         TEXT    NOT NULL,
    n_train        INTEGER NOT NULL CHECK (n_train > 0),
    n_columns      INTEGER NOT NULL CHECK (n_columns > 0),
    UNIQUE (dataset_digest, protocol, split, learner, adapter, preprocessing, subset)
) STRICT;

-- Effective configurations, as JSON with sorted keys.
CREATE TABLE config (
    id      INTEGER PRIMARY KEY,
    learner TEXT NOT NULL,
    json    TEXT NOT NULL CHECK (json_valid(json)),
    UNIQUE (learner, json)
) STRICT;

-- Which effective configuration a row of a grid is on data of one shape; (0, 0) means any shape.
CREATE TABLE grid_row (
    learner   TEXT    NOT NULL,
    n_train   INTEGER NOT NULL,
    n_columns INTEGER NOT NULL,
    grid      TEXT    NOT NULL,
    row       INTEGER NOT NULL CHECK (row >= 0),
    config    INTEGER NOT NULL REFERENCES config (id),
    PRIMARY KEY (learner, n_train, n_columns, grid, row)
) STRICT, WITHOUT ROWID;

CREATE TABLE environment (id INTEGER PRIMARY KEY, json TEXT NOT NULL UNIQUE) STRICT;
CREATE TABLE machine     (id INTEGER PRIMARY KEY, json TEXT NOT NULL UNIQUE) STRICT;
"""

CALIBRATION = """
-- What one thread of a machine did in a second, see runners/calibration.py.
CREATE TABLE calibration (
    machine  INTEGER NOT NULL REFERENCES machine (id),
    measured REAL    NOT NULL,  -- seconds since 1970
    product  REAL    NOT NULL CHECK (product > 0),
    memory   REAL    NOT NULL CHECK (memory > 0),
    tree     REAL    NOT NULL CHECK (tree > 0),
    PRIMARY KEY (machine, measured)
) STRICT, WITHOUT ROWID;
"""

EVALUATION = f"""
CREATE TABLE evaluation (
    key               BLOB    NOT NULL UNIQUE CHECK (length(key) = 16),
    task              INTEGER NOT NULL REFERENCES task (id),
    config            INTEGER NOT NULL REFERENCES config (id),
    status            TEXT    NOT NULL CHECK (status IN ({_STATUSES})),
    reason            TEXT    NOT NULL CHECK ((status = 'ok') = (reason = '')),
    accuracy          REAL    CHECK (accuracy BETWEEN 0 AND 1),
    accuracy_argmax   REAL    CHECK (accuracy_argmax BETWEEN 0 AND 1),
    auc               REAL    CHECK (auc BETWEEN 0 AND 1),
    auc_ovr           REAL    CHECK (auc_ovr BETWEEN 0 AND 1),
    auc_classes       INTEGER CHECK (auc_classes >= 1),
    log_loss          REAL    CHECK (log_loss >= 0),
    brier             REAL    CHECK (brier BETWEEN 0 AND 2.000001),
    balanced_accuracy REAL    CHECK (balanced_accuracy BETWEEN 0 AND 1),
    f1_macro          REAL    CHECK (f1_macro BETWEEN 0 AND 1),
    f1_weighted       REAL    CHECK (f1_weighted BETWEEN 0 AND 1.000001),
    confusion         BLOB,
    undefined         TEXT    NOT NULL,
    n_train           INTEGER CHECK (n_train > 0),
    n_test            INTEGER CHECK (n_test > 0),
    fit_seconds       REAL    CHECK (fit_seconds >= 0),
    predict_seconds   REAL    CHECK (predict_seconds >= 0),
    cpu_seconds       REAL    CHECK (cpu_seconds >= 0),
    peak_memory       INTEGER CHECK (peak_memory > 0),
    seed              INTEGER NOT NULL CHECK (seed BETWEEN 0 AND 2147483647),
    warnings          INTEGER NOT NULL CHECK (warnings >= 0),
    message           TEXT    NOT NULL,
    environment       INTEGER NOT NULL REFERENCES environment (id),
    machine           INTEGER NOT NULL REFERENCES machine (id),
    worker            INTEGER NOT NULL,
    attempt           INTEGER NOT NULL CHECK (attempt >= 1),
    finished          REAL    NOT NULL,  -- seconds since 1970, for display only
    checksum          INTEGER NOT NULL,  -- see runners/store/check.py
    load              REAL    CHECK (load >= 0),
    UNIQUE (config, task), -- rows of a block of configurations lie together, as they are made
    CHECK ((status = 'ok') = (accuracy IS NOT NULL)),
    CHECK ((status = 'ok') = (confusion IS NOT NULL)),
    CHECK (status <> 'ok' OR (n_test IS NOT NULL AND fit_seconds IS NOT NULL)),
    CHECK (status <> 'ok' OR (auc IS NULL) = (instr(undefined, 'auc:') > 0))
) STRICT;

CREATE INDEX failed ON evaluation (status) WHERE status <> 'ok';

-- In the order of arrival, whatever the clock did.
CREATE VIEW arrival AS SELECT rowid AS number, * FROM evaluation;

-- Rows by task and status, with sums over them; kept by triggers, whoever writes.
CREATE TABLE tally (
    task            INTEGER NOT NULL,
    status          TEXT    NOT NULL,
    rows            INTEGER NOT NULL CHECK (rows >= 0),
    fit_seconds     REAL    NOT NULL,
    predict_seconds REAL    NOT NULL,
    accuracy        REAL    NOT NULL,
    auc             REAL    NOT NULL,
    aucs            INTEGER NOT NULL,  -- rows whose auc is defined
    PRIMARY KEY (task, status)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER counted_in AFTER INSERT ON evaluation BEGIN {_add("NEW", "+")} END;
CREATE TRIGGER counted_out AFTER DELETE ON evaluation BEGIN {_add("OLD", "-")} END;
CREATE TRIGGER counted_anew AFTER UPDATE ON evaluation BEGIN
    {_add("OLD", "-")} {_add("NEW", "+")}
END;
"""  # noqa: S608 - the words are constants
"""Evaluations and what is counted of them."""

SCHEMA = f"{_TABLES}{CALIBRATION}{EVALUATION} PRAGMA user_version = {VERSION};"


def columns(database: sqlite3.Connection) -> dict[str, dict[str, str]]:
    """Type by column, in order, by table."""
    found: dict[str, dict[str, str]] = defaultdict(dict)
    for table, column, kind in database.execute(
        "SELECT m.name, c.name, c.type FROM sqlite_schema AS m, pragma_table_info(m.name) AS c"
        " WHERE m.type = 'table' ORDER BY m.name, c.cid"
    ):
        found[table][column] = kind
    return dict(found)


@cache
def columns_of_schema() -> Mapping[str, Mapping[str, str]]:
    """``columns`` of a new store."""
    database = sqlite3.connect(":memory:")
    try:
        database.executescript(SCHEMA)
        return columns(database)
    finally:
        database.close()

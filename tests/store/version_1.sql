-- Tables of a results store of version 1, as frostgrid made them until version 2.

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

CREATE TABLE evaluation (
    key               BLOB    NOT NULL PRIMARY KEY CHECK (length(key) = 16),
    task              INTEGER NOT NULL REFERENCES task (id),
    config            INTEGER NOT NULL REFERENCES config (id),
    status            TEXT    NOT NULL CHECK (status IN ('ok', 'timeout', 'memory', 'crash', 'error', 'invalid_output', 'not_applicable', 'unavailable')),
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
    UNIQUE (task, config),
    CHECK ((status = 'ok') = (accuracy IS NOT NULL)),
    CHECK ((status = 'ok') = (confusion IS NOT NULL)),
    CHECK (status <> 'ok' OR (n_test IS NOT NULL AND fit_seconds IS NOT NULL)),
    CHECK (status <> 'ok' OR (auc IS NULL) = (instr(undefined, 'auc:') > 0))
) STRICT, WITHOUT ROWID;

PRAGMA user_version = 1;

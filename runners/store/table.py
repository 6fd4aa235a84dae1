"""The results of a run as one table: a row per grid row, split, learner and dataset."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING, Any

from frostgrid.base.digest import canonical
from runners.store.check import PLACED, row_checksum
from runners.store.row import unpack
from runners.store.store import Store, facts

if TYPE_CHECKING:
    import pyarrow as pa

# Column, its type in Arrow, and where it comes from. This order is the order in every export.
_COLUMNS = (
    ("dataset", "string", "task.dataset"),
    ("split", "int16", "task.split"),
    ("learner", "string", "task.learner"),
    ("config", "int32", "grid_row.row"),
    ("preprocessing", "string", "task.preprocessing"),
    ("subset", "string", "task.subset"),
    ("status", "string", "e.status"),
    ("reason", "string", "e.reason"),
    ("accuracy", "double", "e.accuracy"),
    ("accuracy_argmax", "double", "e.accuracy_argmax"),
    ("auc", "double", "e.auc"),
    ("auc_ovr", "double", "e.auc_ovr"),
    ("auc_classes", "int32", "e.auc_classes"),
    ("log_loss", "double", "e.log_loss"),
    ("brier", "double", "e.brier"),
    ("balanced_accuracy", "double", "e.balanced_accuracy"),
    ("f1_macro", "double", "e.f1_macro"),
    ("f1_weighted", "double", "e.f1_weighted"),
    ("confusion", "string", "e.confusion"),
    ("undefined", "string", "e.undefined"),
    ("n_train", "int32", "e.n_train"),
    ("n_test", "int32", "e.n_test"),
    ("fit_seconds", "double", "e.fit_seconds"),
    ("predict_seconds", "double", "e.predict_seconds"),
    ("cpu_seconds", "double", "e.cpu_seconds"),
    ("peak_memory", "int64", "e.peak_memory"),
    ("load", "double", "e.load"),
    ("warnings", "int32", "e.warnings"),
    ("message", "string", "e.message"),
    ("protocol", "string", "task.protocol"),
    ("grid", "string", "grid_row.grid"),
    ("effective", "string", "config.json"),
    ("seed", "int32", "e.seed"),
    ("key", "string", "lower(hex(e.key))"),
    ("environment", "int32", "e.environment"),
    ("machine", "int32", "e.machine"),
    ("worker", "int32", "e.worker"),
    ("attempt", "int32", "e.attempt"),
    ("finished", "double", "e.finished"),
    ("checksum", "int64", "e.checksum"),
)
_ROW_CHECKSUM = "row_checksum"
_PLACED = [next(i for i, c in enumerate(_COLUMNS) if c[0] == name) for name in PLACED]
_DICTIONARIES = frozenset(
    {"dataset", "learner", "preprocessing", "subset", "status", "protocol", "grid", "effective"}
)
_CONFUSION = next(i for i, column in enumerate(_COLUMNS) if column[0] == "confusion")

# A task at a time: sorting the whole table would take its size in memory or on disk once more.
_TASKS = """
SELECT id FROM task ORDER BY dataset, protocol, split, learner, preprocessing, subset, adapter
"""
_SELECT = f"""
SELECT {", ".join(source for _, _, source in _COLUMNS)}
FROM task
JOIN grid_row ON grid_row.learner = task.learner
    AND grid_row.n_train IN (0, task.n_train) AND grid_row.n_columns IN (0, task.n_columns)
JOIN evaluation AS e ON e.task = task.id AND e.config = grid_row.config
JOIN config ON config.id = e.config
WHERE task.id = ?
ORDER BY grid_row.grid, grid_row.row
"""  # noqa: S608 - the names are constants

COLUMNS = (*(name for name, _, _ in _COLUMNS), _ROW_CHECKSUM)
"""Names of the exported columns, in order; ``config`` is the grid row, ``confusion`` a JSON list
of ``k * k`` counts (rows are true classes), ``effective`` the effective configuration as JSON,
times are seconds, ``peak_memory`` is bytes, ``finished`` is seconds since 1970, ``checksum``
covers what was measured, ``row_checksum`` all other cells (see ``runners.store.check``)."""


METADATA = {"environment": "frostgrid.environment", "machine": "frostgrid.machine"}
"""Keys of a table's metadata: JSON that describes what the columns of these names number."""


def descriptions(store: Store) -> dict[str, str]:
    """Metadata of the table: environments and machines by number, as JSON."""
    return {key: canonical(facts(store, name)) for name, key in METADATA.items()}


def schema() -> pa.Schema:
    """Arrow schema of the table: written out, so that an all-null column keeps its type."""
    import pyarrow as pa

    return pa.schema(
        [
            (name, pa.dictionary(pa.int32(), pa.string()) if name in _DICTIONARIES else kind)
            for name, kind, _ in (*_COLUMNS, (_ROW_CHECKSUM, "int64", ""))
        ]
    )


def chunks(store: Store, size: int = 20_000) -> Iterator[pa.RecordBatch]:
    """The table in parts of at most ``size`` rows, ordered by dataset, split, learner, config.

    It is the table as it was when the first part was asked for, whatever is written meanwhile.
    """
    import pyarrow as pa

    arrow = schema()
    rows = _rows(store)
    while chunk := list(islice(rows, size)):
        columns = [list(column) for column in zip(*chunk, strict=True)]
        columns[_CONFUSION] = [_counts(blob) for blob in columns[_CONFUSION]]
        placed = zip(*(columns[i] for i in _PLACED), strict=True)
        columns.append([row_checksum(dict(zip(PLACED, cells, strict=True))) for cells in placed])
        yield pa.RecordBatch.from_arrays(
            [pa.array(column, field.type) for column, field in zip(columns, arrow, strict=True)],
            schema=arrow,
        )


def _rows(store: Store) -> Iterator[tuple[Any, ...]]:
    with store.unchanging():
        for (task,) in store.db.execute(_TASKS).fetchall():
            yield from store.db.execute(_SELECT, (task,))


def _counts(blob: Any) -> str | None:  # noqa: ANN401 - bytes or None
    return None if blob is None else str(unpack(blob))

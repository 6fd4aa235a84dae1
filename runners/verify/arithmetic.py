"""Laws that every true row of scores obeys, whatever made it.

Accuracy times test rows is a whole number. With two classes, AUC times positives times negatives
is a whole or half number, since it counts pairs. Confusion counts sum to the test rows, their
diagonal is the accuracy, and all learners meet the same class counts on one split.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from runners.metrics import balanced_accuracy, f1_macro, f1_weighted
from runners.store.check import CHECKED, PLACED, checksum, row_checksum
from runners.verify.columns import identity, place
from runners.verify.finding import Finding

if TYPE_CHECKING:
    import pandas as pd

_CLOSE = 1e-6
"""Of a whole number; published tables round scores to seven digits or more."""


def check_rows(frame: pd.DataFrame) -> list[Finding]:
    """Findings of every law whose columns ``frame`` has (named as by ``named_alike``)."""
    done = frame[frame["accuracy"].notna()] if "status" not in frame else _ok(frame)
    found = [*_unique(frame), *_in_range(done)]
    if "n_test" in done:
        found += _whole(done, done["accuracy"] * done["n_test"], "accuracy times test rows")
    if {"confusion", "n_test"} <= set(done.columns):
        found += _confusion(done)
    if {"fit_seconds", "predict_seconds", "cpu_seconds"} <= set(done.columns):
        found += _times(done)
    if {"checksum", *CHECKED} <= set(frame.columns):
        found += _checksums(frame, "checksum", CHECKED, checksum)
    if {"row_checksum", *PLACED} <= set(frame.columns):
        found += _checksums(frame, "row_checksum", PLACED, row_checksum)
    return found


def _ok(frame: pd.DataFrame) -> pd.DataFrame:
    return frame[frame["status"] == "ok"]


def _first(frame: pd.DataFrame, bad: np.ndarray, check: str, message: str) -> Iterator[Finding]:
    positions = np.flatnonzero(bad)
    if len(positions):
        yield Finding(check, len(positions), place(frame, int(positions[0])), message)


def _unique(frame: pd.DataFrame) -> Iterator[Finding]:
    bad = frame.duplicated(identity(frame)).to_numpy()
    yield from _first(frame, bad, "unique", "the evaluation stands twice")


def _in_range(frame: pd.DataFrame) -> Iterator[Finding]:
    for name in ("accuracy", "auc"):
        values = frame[name].to_numpy(float)
        bad = (values < 0) | (values > 1)
        yield from _first(frame, bad, "range", f"{name} is outside 0..1")


def _whole(frame: pd.DataFrame, values: pd.Series, what: str) -> Iterator[Finding]:
    numbers = values.to_numpy(float)
    bad = np.abs(numbers - np.round(numbers)) > _CLOSE * np.maximum(1, np.abs(numbers))
    yield from _first(frame, bad, "whole number", f"{what} is no whole number")


def _confusion(frame: pd.DataFrame) -> Iterator[Finding]:
    texts, codes = np.unique(frame["confusion"].to_numpy(str), return_inverse=True)
    tables = [np.array(json.loads(text), dtype=np.intp) for text in texts]
    tables = [table.reshape(int(len(table) ** 0.5), -1) for table in tables]

    def of(measure: Callable[[np.ndarray], float]) -> np.ndarray:
        return np.array([measure(table) for table in tables], dtype=float)[codes]

    rows = of(np.sum)
    n_test = frame["n_test"].to_numpy(float)
    yield from _first(
        frame, np.not_equal(rows, n_test), "confusion", "its counts do not sum to the test rows"
    )
    for name, measure in (
        ("accuracy", lambda table: np.trace(table) / table.sum()),
        ("balanced_accuracy", balanced_accuracy),
        ("f1_macro", f1_macro),
        ("f1_weighted", f1_weighted),
    ):
        if name in frame:
            bad = np.abs(of(measure) - frame[name].to_numpy(float)) > 1e-9
            yield from _first(frame, bad, "confusion", f"its counts give another {name}")
    yield from _pairs(frame, of)
    counts = np.array([str(table.sum(axis=1).tolist()) for table in tables])[codes]
    grouped = frame.assign(_counts=counts).groupby(
        [name for name in ("dataset", "protocol", "split") if name in frame], observed=True
    )["_counts"]
    usual = grouped.transform(lambda column: column.mode().iloc[0]).to_numpy(str)
    yield from _first(frame, counts != usual, "split", "its class counts are not the split's")


def _pairs(
    frame: pd.DataFrame, of: Callable[[Callable[[np.ndarray], float]], np.ndarray]
) -> Iterator[Finding]:
    two = of(len) == 2
    pairs = of(lambda table: float(np.prod(table.sum(axis=1)[:2])))
    doubled = 2 * frame["auc"].to_numpy(float) * pairs
    bad = np.logical_and(two, np.abs(doubled - np.round(doubled)) > _CLOSE * np.maximum(1, doubled))
    message = "AUC times positives times negatives is no whole or half number"
    yield from _first(frame, bad, "AUC", message)


def _times(frame: pd.DataFrame) -> Iterator[Finding]:
    wall = (frame["fit_seconds"] + frame["predict_seconds"]).to_numpy(float)
    bad = frame[["fit_seconds", "predict_seconds"]].to_numpy(float).min(axis=1) < 0
    yield from _first(frame, bad, "times", "a time is negative")
    # One thread per fit: processor time beyond the wall clock's is another thread's, or no time.
    bad = np.greater(frame["cpu_seconds"].to_numpy(float), 2 * wall + 0.1)
    yield from _first(frame, bad, "times", "more processor time than the clock allows")


def _checksums(
    frame: pd.DataFrame,
    column: str,
    covered: Sequence[str],
    worked_out: Callable[[Mapping[str, Any]], int],
) -> Iterator[Finding]:
    plain = {name: _cells(frame[name], name) for name in covered}
    again = [
        worked_out(dict(zip(covered, cells, strict=True)))
        for cells in zip(*plain.values(), strict=True)
    ]
    bad = np.not_equal(again, _cells(frame[column], column))
    yield from _first(frame, bad, "checksum", "a cell has changed since the row was stored")


_TEXTS = frozenset(
    {"key", "status", "reason", "undefined", "message", "dataset", "learner", "preprocessing"}
    | {"subset", "protocol", "grid", "effective"}
)
_WHOLE = frozenset(
    {"auc_classes", "n_train", "n_test", "peak_memory", "seed", "warnings", "split", "config"}
    | {"environment", "machine", "worker", "attempt", "checksum", "row_checksum"}
)


def _cells(column: pd.Series, name: str) -> list[Any]:
    """Cells as they were stored, whatever CSV or pandas made of missing and whole numbers."""
    missing = column.isna()
    cells = column.astype(object)
    if name in _TEXTS:
        return ["" if gone else str(cell) for cell, gone in zip(cells, missing, strict=True)]
    convert = int if name in _WHOLE else json.loads if name == "confusion" else float
    return [None if gone else convert(cell) for cell, gone in zip(cells, missing, strict=True)]

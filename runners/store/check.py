"""A checksum per row, so that a cell that changes afterwards is noticed in any copy."""

from __future__ import annotations

import zlib
from collections.abc import Mapping
from typing import Any

from frostgrid.base.digest import canonical

CHECKED = (
    "key",
    "status",
    "reason",
    "accuracy",
    "accuracy_argmax",
    "auc",
    "auc_ovr",
    "auc_classes",
    "log_loss",
    "brier",
    "balanced_accuracy",
    "f1_macro",
    "f1_weighted",
    "confusion",
    "undefined",
    "n_train",
    "n_test",
    "fit_seconds",
    "predict_seconds",
    "cpu_seconds",
    "peak_memory",
    "seed",
    "warnings",
    "message",
)
"""Columns that the checksum of a stored row covers; ``key`` covers where the row stands."""

PLACED = (
    "dataset",
    "split",
    "learner",
    "config",
    "preprocessing",
    "subset",
    "protocol",
    "grid",
    "effective",
    "load",
    "environment",
    "machine",
    "worker",
    "attempt",
    "finished",
    "checksum",
)
"""Columns that the checksum of a row of a table covers: all that the stored one does not."""


def checksum(row: Mapping[str, Any]) -> int:
    """CRC-32 of the covered cells: ``key`` as hexadecimal text, ``confusion`` as a list of counts.

    It guards against accidents, not against forgery.
    """
    return zlib.crc32(canonical([row[name] for name in CHECKED]).encode())


def row_checksum(row: Mapping[str, Any]) -> int:
    """CRC-32 of where a row of a table stands and of its ``checksum``, and so of all its cells."""
    return zlib.crc32(canonical([row[name] for name in PLACED]).encode())

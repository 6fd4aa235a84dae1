"""The command line as a user's process, and the table that it makes."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pandas as pd

import frostgrid
from runners.availability import availability
from runners.directory import RESULTS
from runners.registry import learners

# What of a row may differ between two runs of the same plan: times and where it was computed.
ACCIDENTAL = [
    "fit_seconds",
    "predict_seconds",
    "cpu_seconds",
    "peak_memory",
    "load",
    "environment",
    "machine",
    "worker",
    "attempt",
    "finished",
    "checksum",  # covers times
    "row_checksum",
]
LEARNERS = (
    "sklearn_decision_tree",
    "sklearn_gaussian_nb",
    "sklearn_knn",
    "lightgbm",
    "ranger",
    "rpart",
    # Not applicable to iris; Debian 13 has none.
    *(name for name in ("gbm",) if availability(learners()[name]).available),
)
ROWS = 2 * len(LEARNERS) * 10 * 5
"""Evaluations of ``PLAN``."""
PLAN = (
    *("--suite", "demo", "--datasets", "iris", "hepatitis"),
    *("--rows", "0-4", "--splits", "0-9", "--time-limit", "60s"),
    *("--learners", *LEARNERS),
)


def start(*arguments: str, **environment: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "frostgrid.cli.main", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env=os.environ | environment,
    )


def call(*arguments: str, **environment: str) -> tuple[int, str]:
    process = start(*arguments, **environment)
    said, _ = process.communicate(timeout=600)
    return process.returncode, said


def table(run: Path) -> pd.DataFrame:
    return frostgrid.open(run).frame().drop(columns=ACCIDENTAL)


def stored(run: Path) -> int:
    """Rows in the store; cheap, so that looking does not slow down what is looked at."""
    try:
        with closing(sqlite3.connect(f"{(run / RESULTS).as_uri()}?mode=ro", uri=True)) as database:
            count: int = database.execute("SELECT count(*) FROM evaluation").fetchone()[0]
    except sqlite3.OperationalError:
        return 0  # the store is just being made
    return count

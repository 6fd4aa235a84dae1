"""Tables of results as other people name their columns."""

from __future__ import annotations

from typing import TYPE_CHECKING

from frostgrid.base.errors import FrostgridError

if TYPE_CHECKING:
    import pandas as pd

# Ours first; MementoML's after it.
_NAMES = {
    "dataset": ("dataset",),
    "split": ("split", "row_index"),
    "learner": ("learner", "model"),
    "config": ("config", "param_index"),
    "accuracy": ("accuracy", "acc"),
    "auc": ("auc",),
}
PLACE = ["dataset", "learner", "split", "config"]
_FINER = ["protocol", "grid", "preprocessing", "subset"]


def named_alike(frame: pd.DataFrame) -> pd.DataFrame:
    """``frame`` with our names for the columns that every table of results has.

    Raises
    ------
    FrostgridError
        One of them is missing.
    """
    renamed = {}
    for ours, names in _NAMES.items():
        found = next((name for name in names if name in frame.columns), None)
        if found is None:
            raise FrostgridError(
                f"the table has no column {' or '.join(names)}",
                hint=f"its columns are {', '.join(map(str, frame.columns))}",
            )
        renamed[found] = ours
    return frame.rename(columns=renamed)


def identity(frame: pd.DataFrame) -> list[str]:
    """Columns that together name one row."""
    return PLACE + [name for name in _FINER if name in frame.columns]


def place(frame: pd.DataFrame, position: int) -> str:
    """Where row ``position`` of ``frame`` is, for a message."""
    row = frame.iloc[position]
    return ", ".join(f"{name} {row[name]}" for name in PLACE)

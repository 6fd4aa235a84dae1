"""Accuracies of constant predictions beside an AUC that says otherwise.

MementoML's catboost rows have them: labels were all of one class, so the accuracy is the share of
that class, while the AUC comes from real scores. One such row is possible (rare classes, cautious
probabilities); all rows of a learner on a data set with both classes well filled are a defect.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import numpy as np

from runners.verify.columns import place
from runners.verify.finding import Finding

if TYPE_CHECKING:
    import pandas as pd

_ROWS = 5
"""Fewer rows prove nothing."""
_SPLITS = 3
"""So many splits, and configurations on each, may not all have one accuracy by chance."""
_RARE = 0.2
"""Share of the smaller class below which constant labels are no wonder."""
_LARGEST = 20_000
"""Test rows up to which the number of them is looked for in tables that do not tell it."""


def check_constant(frame: pd.DataFrame) -> list[Finding]:
    """Learners all of whose labels on a two-class data set were of one class."""
    found = []
    for _, rows in frame[frame["auc"].notna()].groupby(["dataset", "learner"], observed=True):
        if len(rows) >= _ROWS and np.abs(rows["auc"] - 0.5).min() > 0.01:
            constant = _told(rows) if "confusion" in rows else _deduced(rows) or _still(rows)
            if constant:
                message = (
                    f"in all {len(rows)} rows the accuracy is the share of one class, that is, of "
                    "constant predictions, while the AUC is not 0.5"
                )
                found.append(Finding("constant", len(rows), place(rows, 0), message))
    return found


def _told(rows: pd.DataFrame) -> bool:
    for text in rows["confusion"]:
        table = np.array(json.loads(text))
        if len(table) != 4:
            return False
        table = table.reshape(2, 2)
        shares = table.sum(axis=1) / table.sum()
        if table.sum(axis=0).min() > 0 or shares.min() < _RARE:
            return False
    return True


def _deduced(rows: pd.DataFrame) -> bool:
    """Whether ``accuracy * n`` is the size of a class in every row, judging by the AUC.

    Were ``k = accuracy * n`` no class size, ``auc * k * (n - k)`` would be a whole or half number
    by chance only.
    """
    accuracy = rows["accuracy"].to_numpy(float)
    auc = rows["auc"].to_numpy(float)
    if min(accuracy.min(), 1 - accuracy.max()) < _RARE:
        return False
    if "n_test" in rows:
        return _fits(accuracy, auc, rows["n_test"].to_numpy(float))
    return any(_fits(accuracy, auc, np.full(len(rows), n)) for n in _sizes(accuracy))


def _still(rows: pd.DataFrame) -> bool:
    """Whether no configuration changes the accuracy on any split, while the AUC moves on each.

    It needs neither the number of test rows nor more than a few digits.
    """
    of_split = rows.groupby("split", observed=True)
    accuracy, auc = of_split["accuracy"], of_split["auc"]
    return bool(
        len(accuracy) >= _SPLITS
        and (accuracy.count() >= _SPLITS).all()
        and (accuracy.max() == accuracy.min()).all()
        and (auc.max() - auc.min() > 0.01).all()
        and min(rows["accuracy"].min(), 1 - rows["accuracy"].max()) >= _RARE
    )


def _sizes(accuracy: np.ndarray) -> list[int]:
    """The first few numbers of test rows that make every accuracy a whole number of them."""
    sizes = np.arange(10, _LARGEST)
    fits = np.ones(len(sizes), dtype=bool)
    for value in np.unique(accuracy):
        fits &= np.abs(value * sizes - np.round(value * sizes)) < 1e-4
    return [int(size) for size in sizes[fits][:3]]


def _fits(accuracy: np.ndarray, auc: np.ndarray, n: np.ndarray) -> bool:
    size = np.round(accuracy * n)
    pairs = size * (n - size)
    # Half a unit of the last digit that is printed, twice.
    digits = max(len(repr(float(value)).partition(".")[2]) for value in auc)
    slack = pairs * 10.0**-digits
    off = np.abs(2 * auc * pairs - np.round(2 * auc * pairs))
    return bool((slack < 0.1).all() and (off <= slack + 1e-6).all())

"""What is known of the cost of learners before any has run."""

from __future__ import annotations

import csv
from dataclasses import astuple, dataclass, fields
from functools import cache
from pathlib import Path

import numpy as np

COSTS = Path(__file__).with_name("costs.csv")
"""Measured by ``benchmarks/costs.py``."""


@dataclass(frozen=True, slots=True)
class Prior:
    """Cost of an evaluation of one learner.

    Its logarithm is, for the median of datasets and configurations with ``n`` training rows, ``p``
    columns and ``k`` classes, ``log(seconds) + rows * log(n / 1000) + curve * log(n / 1000) ** 2 +
    columns * log(p / 20) + classes * log(k / 2)``.

    Attributes
    ----------
    seconds, rows, curve, columns, classes
        Of that formula. ``curve`` is positive where a fit has a cost that no data is too small for.
    between, within
        Standard deviations of the logarithm, between datasets and between evaluations on one.
    """

    seconds: float
    rows: float
    curve: float
    columns: float
    classes: float
    between: float
    within: float


def prior(learner: str) -> Prior:
    """Prior of ``learner``; what is usual for learners where it has not been measured."""
    return measured().get(learner) or _usual()


@cache
def measured() -> dict[str, Prior]:
    """Learners that have been measured."""
    with COSTS.open(newline="") as file:
        return {
            row.pop("learner"): Prior(**{name: float(value) for name, value in row.items()})
            for row in csv.DictReader(file)
        }


@cache
def _usual() -> Prior:
    table = np.array([astuple(one) for one in measured().values()])
    usual = dict(
        zip([field.name for field in fields(Prior)], np.median(table, axis=0), strict=True)
    )
    # A learner that nobody knows may be any of them.
    usual["between"] = float(np.hypot(usual["between"], np.log(table[:, 0]).std()))
    return Prior(**usual)

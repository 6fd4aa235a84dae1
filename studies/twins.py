"""How far an algorithm in R and the same one in Python agree, and which is faster."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np

from frostgrid.base.arrays import FloatVector
from grids.registry import twins
from studies.agreement import agreement
from studies.interval import Interval, over_datasets, over_splits
from studies.pairing import COLUMNS, paired
from studies.registry import STUDIES
from studies.study import Cell, Predicted, Study, Table

if TYPE_CHECKING:
    import pandas as pd

_MEASURES = ("accuracy", "auc")
_TIMES = ("fit", "predict")
_AGREEMENT = ("labels", "prob", "decision")
_SCORES = ("accuracy", "acc low", "acc high", "auc", "auc low", "auc high")
_NOTES = (
    "accuracy, auc: Python minus R, with the ends of a 95 % interval.",
    "fit, predict: median over evaluations of Python's seconds over R's.",
    "labels: share of test rows with equal labels. prob: mean absolute difference of probabilities."
    " decision: largest difference of decision values, where both sides have them.",
)
_NOTHING_KEPT = "labels, prob and decision need predictions, which a run directory has kept."
_RESAMPLED = (
    "Intervals are over splits, after means over configurations, and allow for rows that splits"
    " share (Nadeau and Bengio 2003)."
)
_ACROSS = "Intervals are over datasets, each with its mean difference."


def _run(frame: pd.DataFrame, predictions: Mapping[str, Predicted] | None) -> Sequence[Table]:
    pairs = paired(frame)
    ok = pairs[(pairs["status_r"] == "ok") & (pairs["status_python"] == "ok")]
    ok = _with_agreement(ok, predictions or {})
    blank = () if predictions else (_NOTHING_KEPT,)
    names = sorted(set(pairs["twin"]))
    return [
        Table(
            "Twins",
            ("twin", "pairs", "one failed", "datasets", *_SCORES, *_TIMES, *_AGREEMENT),
            tuple(_over_datasets(name, pairs, ok) for name in names),
            (*_NOTES, _ACROSS, *blank),
        ),
        Table(
            "Twins by dataset",
            ("twin", "dataset", "pairs", "splits", *_SCORES, *_TIMES, *_AGREEMENT),
            tuple(
                (str(twin), str(dataset), *_over_splits(rows))
                for twin, of_twin in ok.groupby("twin")
                for dataset, rows in of_twin.groupby("dataset")
            ),
            (*_NOTES, _RESAMPLED, *blank),
        ),
        Table(
            "Parameters without counterpart",
            ("twin", "learner", "parameter", "why"),
            tuple(
                (twin.name, twin.sides[alone.side], alone.name, alone.why)
                for twin in twins()
                if twin.name in names
                for alone in twin.alone
            ),
            ("'frostgrid show LEARNER --names TWIN' shows all parameters of a twin.",),
        ),
    ]


def _with_agreement(ok: pd.DataFrame, predictions: Mapping[str, Predicted]) -> pd.DataFrame:
    """``ok`` with the columns ``_AGREEMENT``; NaN where predictions are missing."""
    found = []
    for ours, theirs in zip(ok["key_r"], ok["key_python"], strict=True):
        if ours in predictions and theirs in predictions:
            seen = agreement(predictions[ours], predictions[theirs])
            found.append(
                (seen.labels, seen.prob, np.nan if seen.decision is None else seen.decision)
            )
        else:
            found.append((np.nan, np.nan, np.nan))
    columns = np.array(found, dtype=float).reshape(-1, len(_AGREEMENT)).T
    return ok.assign(**dict(zip(_AGREEMENT, columns, strict=True)))


def _over_datasets(name: str, pairs: pd.DataFrame, ok: pd.DataFrame) -> tuple[Cell, ...]:
    every = pairs[pairs["twin"] == name]
    rows = ok[ok["twin"] == name]
    failed = (every["status_r"] == "ok") != (every["status_python"] == "ok")
    scores: list[Cell] = []
    for measure in _MEASURES:
        differences = _numbers(_differences(rows, measure).groupby("dataset").mean())
        scores += _cells(over_datasets(differences) if len(differences) else None)
    return name, len(rows), int(failed.sum()), rows["dataset"].nunique(), *scores, *_rest(rows)


def _over_splits(rows: pd.DataFrame) -> tuple[Cell, ...]:
    scores: list[Cell] = []
    ratio = float((rows["n_test_r"] / rows["n_train_r"]).mean())
    for measure in _MEASURES:
        differences = _numbers(_differences(rows, measure))
        scores += _cells(over_splits(differences, ratio) if len(differences) else None)
    return len(rows), rows["split"].nunique(), *scores, *_rest(rows)


def _differences(rows: pd.DataFrame, measure: str) -> pd.Series[float]:
    """Mean over configurations of Python minus R, by dataset and split; without undefined ones."""
    difference = rows[f"{measure}_python"] - rows[f"{measure}_r"]
    return difference.groupby([rows["dataset"], rows["split"]]).mean().dropna()


def _numbers(values: pd.Series[float]) -> FloatVector:
    return np.asarray(values, dtype=np.float64)


def _cells(found: Interval | None) -> list[Cell]:
    return [None, None, None] if found is None else [found.mean, found.low, found.high]


def _rest(rows: pd.DataFrame) -> list[Cell]:
    times = (
        (rows[f"{what}_seconds_python"] / rows[f"{what}_seconds_r"]).median() for what in _TIMES
    )
    labels, prob, decision = _AGREEMENT
    values = (*times, rows[labels].mean(), rows[prob].mean(), rows[decision].max())
    return [None if np.isnan(value) else float(value) for value in values]


TWINS = STUDIES.add(
    Study(
        name="twins",
        title="How far do an algorithm in R and the same one in Python agree, and which is faster?",
        columns=COLUMNS,
        run=_run,
    )
)

"""Measures of probabilities by R packages, against what mlr makes of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from frostgrid.base.arrays import FloatMatrix, LabelVector
from runners.metrics import FLOOR, pair_wins, score
from suites.parse import EXACT

KKNN = ["scale", "k", "distance", "kernel"]
MLR_FLOOR = 1e-15


@dataclass(frozen=True, slots=True, eq=False)
class Case:
    """Truth and probabilities of the test rows, and mlr's measures."""

    y: LabelVector
    prob: FloatMatrix
    mlr: dict[str, float]


def cases(reference: Path, algorithm: str, name: str) -> Iterator[Case]:
    kknn = algorithm == "kknn"
    folder = reference / ("kknn" if kknn else "r")
    file = f"prob_{name}.csv" if kknn else f"prob_{algorithm}_{name}.csv"
    given = pd.read_csv(folder / file, float_precision=EXACT, dtype=dict.fromkeys(KKNN, str))
    target = pd.read_csv(reference / "kknn" / f"data_{name}.csv")["target"].astype(str)
    measures = pd.read_csv(folder / "measures_mlr.csv", float_precision=EXACT).query(
        "algo == @algorithm and dataset == @name"
    )
    measures = measures.set_index(measures["config"].astype(str)).select_dtypes("number")
    by_config = measures.to_dict("index")
    columns = [column for column in map(str, given) if column.startswith("p_")]
    classes = [column.removeprefix("p_") for column in columns]
    keys = given[KKNN].agg("/".join, axis=1) if kknn else given["config"].astype(str)
    assert set(keys) == set(by_config)
    for key, group in given.groupby(keys):
        y = [classes.index(value) for value in target.loc[group["row0"]]]
        mlr = {str(name): value for name, value in by_config[key].items()}
        yield Case(np.array(y, dtype=np.int32), group[columns].to_numpy(), mlr)


@pytest.mark.parametrize(
    ("algorithm", "name", "count"),
    [
        ("kknn", "sonar", 78),
        ("kknn", "glass", 78),
        ("glmnet", "sonar", 5),
        ("gbm", "sonar", 5),
        ("ranger", "sonar", 5),
        ("ranger", "glass", 5),
        ("randomForest", "sonar", 5),
        ("randomForest", "glass", 5),
    ],
)
def test_measures_equal_those_of_mlr(shared: Path, algorithm: str, name: str, count: int) -> None:
    found = list(cases(shared / "reference", algorithm, name))
    assert len(found) == count
    for case in found:
        ours, mlr = score(case.y, case.prob), case.mlr
        assert ours.accuracy == pytest.approx(mlr["acc_first_of_ties"], abs=1e-12)
        assert ours.balanced_accuracy == pytest.approx(mlr["bac"], abs=1e-12)
        assert ours.brier == pytest.approx(mlr["mbrier"], abs=1e-12)
        # Sure errors have the floor's loss, and mlr's floor is another one.
        sure = np.mean(case.prob[np.arange(len(case.y)), case.y] < FLOOR)
        loss = ours.log_loss + sure * np.log(FLOOR / MLR_FLOOR)
        assert loss == pytest.approx(mlr["logloss"], abs=1e-12)
        if len(case.prob[0]) == 2:
            assert ours.auc == pytest.approx(mlr["auc"], abs=1e-12)
        else:
            assert ours.auc_ovr == pytest.approx(mlr["aunu"], abs=1e-12)
        # mlr counts a pair of classes that is ranked the wrong way round as if it were right.
        rows = np.bincount(case.y)
        areas = pair_wins(case.y, case.prob, np.unique(case.y)) / np.outer(rows, rows)
        areas = areas[~np.eye(len(rows), dtype=bool)]
        assert np.maximum(areas, 1 - areas).mean() == pytest.approx(mlr["au1u"], abs=1e-12)
        assert len(rows) == 2 or ours.auc == pytest.approx(areas.mean(), abs=1e-12)

"""The study of twins on tables whose answer is known."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pandas as pd
import pytest

from frostgrid.base.errors import FrostgridError
from studies.agreement import agreement
from studies.pairing import paired
from studies.registry import studies
from studies.study import Table, ask

TREES = ("rpart~sklearn_decision_tree", "rpart", "sklearn_decision_tree", "impute-onehot-none")
MACHINES = ("e1071_svm~sklearn_svc", "e1071_svm", "sklearn_svc", "impute-onehot-standard")


def evaluation(twin: tuple[str, str, str, str], side: int, **cells: Any) -> dict[str, Any]:  # noqa: ANN401
    name, *learners, preprocessing = twin
    found = {
        "dataset": "iris",
        "protocol": "bootstrap",
        "split": 0,
        "grid": f"frostgrid/{name}",
        "config": 0,
        "preprocessing": preprocessing,
        "subset": "all",
        "learner": learners[side],
        "status": "ok",
        "accuracy": 0.8 + 0.1 * side,
        "auc": 0.9,
        "fit_seconds": 2.0 + 2 * side,
        "predict_seconds": 1.0,
        "n_train": 100,
        "n_test": 25,
    } | cells
    place = (found["dataset"], found["split"], found["config"])
    return {"key": f"{found['learner']} {place}"} | found


def both(twin: tuple[str, str, str, str] = TREES, **cells: Any) -> list[dict[str, Any]]:  # noqa: ANN401
    return [evaluation(twin, side, **cells) for side in (0, 1)]


def answered(rows: list[dict[str, Any]], predictions: Any = None) -> dict[str, Table]:  # noqa: ANN401
    tables = ask(studies()["twins"], pd.DataFrame(rows), predictions)
    return {table.title: table for table in tables}


def line(table: Table, row: int = 0) -> dict[str, Any]:
    return dict(zip(table.columns, table.rows[row], strict=True))


def prediction(labels: list[int], prob: list[list[float]], decision: Any = None) -> Any:  # noqa: ANN401
    return SimpleNamespace(
        labels=np.array(labels),
        prob=np.array(prob),
        decision=None if decision is None else np.array(decision, dtype=float),
    )


def test_differences_and_times_are_python_against_r() -> None:
    found = line(answered(both())["Twins"])
    assert found["twin"] == "rpart~sklearn_decision_tree"
    assert (found["accuracy"], found["auc"]) == (pytest.approx(0.1), 0)
    assert (found["fit"], found["predict"]) == (2.0, 1.0)
    assert (found["acc low"], found["acc high"]) == (None, None)


def test_a_difference_is_a_mean_over_configurations_then_splits_then_datasets() -> None:
    rows = [
        *both(config=0, split=0),
        *both(config=1, split=0, accuracy=0.5),
        *both(config=0, split=1, accuracy=0.5),
        *both(dataset="wine", accuracy=0.5),
    ]
    tables = answered(rows)
    iris, wine = (line(tables["Twins by dataset"], row) for row in (0, 1))
    assert (iris["dataset"], iris["pairs"], iris["splits"]) == ("iris", 3, 2)
    # Split 0: mean of 0.1 and 0; split 1: 0.
    assert iris["accuracy"] == pytest.approx(0.025)
    assert wine["accuracy"] == 0
    # Two splits with differences 0.05 and 0; t with 1 degree is 12.706; n_test / n_train = 0.25.
    half = 12.706 * np.sqrt((1 / 2 + 0.25) * 0.05**2 / 2)
    assert iris["acc high"] == pytest.approx(0.025 + half, rel=1e-4)
    assert line(tables["Twins"])["accuracy"] == pytest.approx(0.0125)


def test_a_side_that_failed_or_has_no_area_makes_no_difference() -> None:
    rows = [
        *both(split=0),
        *both(split=1, auc=None),
        evaluation(TREES, 0, split=2, status="timeout", accuracy=None, auc=None),
        evaluation(TREES, 1, split=2),
    ]
    found = line(answered(rows)["Twins"])
    assert (found["pairs"], found["one failed"], found["auc"]) == (2, 1, 0)


def test_grid_rows_that_are_one_evaluation_are_one_pair() -> None:
    rows = both(config=0) + [row | {"config": 7} for row in both(config=0)]
    assert len(paired(pd.DataFrame(rows))) == 1


def test_evaluations_with_another_preprocessing_are_no_twins() -> None:
    rows = both() + both(preprocessing="impute-native-none", split=1)
    assert paired(pd.DataFrame(rows))["split"].tolist() == [0]


def test_agreement_needs_predictions_and_says_so() -> None:
    blank = answered(both())["Twins"]
    assert (line(blank)["labels"], line(blank)["decision"]) == (None, None)
    assert any("need predictions" in note for note in blank.notes)


def test_agreement_is_a_mean_and_decision_values_show_the_largest_difference() -> None:
    rows = both(MACHINES) + both(MACHINES, split=1)
    same = prediction([0, 1], [[0.7, 0.3], [0.2, 0.8]], [[1.0], [-2.0]])
    other = prediction([0, 0], [[0.6, 0.4], [0.2, 0.8]], [[1.5], [-2.0]])
    kept = {row["key"]: same for row in rows} | {rows[1]["key"]: other}
    table = answered(rows, kept)["Twins"]
    found = line(table)
    assert (found["labels"], found["decision"]) == (0.75, 0.5)
    assert found["prob"] == pytest.approx((0.2 / 4 + 0) / 2)
    assert not any("need predictions" in note for note in table.notes)


def test_pairs_of_classes_without_training_rows_do_not_count_in_agreement() -> None:
    one = prediction([0], [[1, 0, 0]], [[1.0, np.nan, 2.0]])
    other = prediction([0], [[1, 0, 0]], [[1.0, np.nan, 2.5]])
    assert agreement(one, other).decision == 0.5
    assert agreement(one, prediction([0], [[1, 0, 0]])).decision is None


def test_parameters_without_counterpart_are_those_of_the_twins_at_hand() -> None:
    table = answered(both())["Parameters without counterpart"]
    assert {row[0] for row in table.rows} == {"rpart~sklearn_decision_tree"}
    assert ("sklearn_decision_tree", "ccp_alpha") in {(row[1], row[2]) for row in table.rows}


def test_a_table_without_twins_is_one_line() -> None:
    plain = [row | {"grid": "frostgrid/rpart"} for row in both()]
    with pytest.raises(FrostgridError, match="no evaluations of twins; make some with"):
        ask(studies()["twins"], pd.DataFrame(plain))

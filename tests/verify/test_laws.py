"""True tables hold, and a table with one changed cell does not."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

from frostgrid.base.errors import FrostgridError
from frostgrid.cli.main import main
from runners.metrics import score
from runners.store.check import CHECKED, checksum
from runners.verify.arithmetic import check_rows
from runners.verify.columns import named_alike
from runners.verify.constant import check_constant


def true_table(n_classes: int = 2) -> pd.DataFrame:
    """Twelve evaluations of random probabilities on two splits, in the form of an export."""
    random = np.random.RandomState(3)
    rows: list[dict[str, Any]] = []
    for split in range(2):
        y = random.randint(0, n_classes, size=61).astype(np.int32)
        for learner in ("a", "b"):
            for config in range(3):
                prob = random.dirichlet(np.ones(n_classes), size=len(y))
                found = score(y, prob)
                row: dict[str, Any] = {
                    "dataset": "d",
                    "split": split,
                    "learner": learner,
                    "config": config,
                    "key": f"{len(rows):032x}",
                    "status": "ok",
                    "reason": "",
                    "confusion": list(found.confusion),
                    "undefined": "",
                    "n_train": 100,
                    "n_test": len(y),
                    "fit_seconds": 0.25,
                    "predict_seconds": 0.125,
                    "cpu_seconds": 0.25,
                    "peak_memory": 1 << 20,
                    "seed": 7,
                    "warnings": 0,
                    "message": "",
                }
                row |= {n: getattr(found, n) for n in CHECKED if n not in row}
                row["checksum"] = checksum(row)
                rows.append(row | {"confusion": str(row["confusion"])})
    return pd.DataFrame(rows)


@pytest.mark.parametrize("n_classes", [2, 3, 5])
def test_a_true_table_holds(n_classes: int) -> None:
    frame = true_table(n_classes)
    assert check_rows(frame) == []
    assert check_constant(frame) == []


@pytest.mark.parametrize(
    ("column", "value", "check"),
    [
        ("accuracy", 0.5001, "whole number"),
        ("accuracy", 1.5, "range"),
        ("auc", 0.70001, "AUC"),
        ("n_test", 62, "confusion"),
        ("confusion", "[30, 1, 0, 30]", "confusion"),
        ("balanced_accuracy", 0.5, "confusion"),
        ("fit_seconds", -1.0, "times"),
        ("cpu_seconds", 99.0, "times"),
        ("log_loss", 0.1, "checksum"),
        ("brier", 0.1, "checksum"),
        ("seed", 8, "checksum"),
        ("message", "changed", "checksum"),
        ("key", "f" * 32, "checksum"),
        ("config", 1, "unique"),
        ("learner", "b", "unique"),
        ("split", 1, "unique"),
    ],
)
def test_one_changed_cell_is_found_and_placed(column: str, value: float | str, check: str) -> None:
    frame = true_table()
    frame[column] = frame[column].astype(object)
    frame.loc[0, column] = value
    if column in ("accuracy", "auc", "n_test", "fit_seconds", "cpu_seconds", "seed"):
        frame[column] = pd.to_numeric(frame[column])
    found = [finding for finding in check_rows(frame) if finding.check == check]
    assert found
    assert found[0].rows == 1
    assert "dataset d" in found[0].where


def test_class_counts_that_are_not_the_splits_are_found_without_checksums() -> None:
    frame = true_table().drop(columns="checksum")
    table = np.array([[20, 11], [9, 21]])
    if str(table.ravel().tolist()) == frame.loc[0, "confusion"]:
        table += 1
    frame.loc[0, "confusion"] = str(table.ravel().tolist())
    frame.loc[0, "n_test"] = table.sum()
    assert "split" in {finding.check for finding in check_rows(frame)}


@pytest.mark.parametrize("ending", ["csv", "parquet"])
def test_checksums_survive_files(tmp_path: Path, ending: str) -> None:
    frame = true_table()
    failed = frame.iloc[0].to_dict() | dict.fromkeys(CHECKED) | {"config": 9, "status": "timeout"}
    failed |= {"reason": "NA", "undefined": "", "message": "", "key": "0" * 32, "seed": 1}
    failed |= {"warnings": 0}
    failed["checksum"] = checksum(failed)
    frame = pd.DataFrame([*frame.to_dict("records"), failed])
    path = tmp_path / f"table.{ending}"
    if ending == "csv":
        frame.to_csv(path, index=False)
    else:
        frame.to_parquet(path)
    assert main(["verify", str(path)]) == 0


def memento(*, constant: bool) -> pd.DataFrame:
    """A table with MementoML's columns: catboost on a data set with 520 test rows, seven digits."""
    random = np.random.RandomState(1)
    rows = []
    for row_index in range(1, 16):
        y = (random.random_sample(520) < 0.5).astype(np.int32)
        signal = np.clip(0.5 + 0.3 * (y - 0.5) + random.normal(0, 0.15, size=520), 0.01, 0.99)
        found = score(y, np.column_stack([1 - signal, signal]))
        accuracy = float(np.mean(y == 1)) if constant else found.accuracy
        rows.append(
            {
                "dataset": 1485,
                "row_index": row_index,
                "model": "catboost",
                "param_index": 1,
                "time": 8.1e11,
                "acc": round(accuracy, 7),
                "auc": round(found.auc or 0.0, 7),
            }
        )
    return pd.DataFrame(rows)


def test_accuracies_of_constant_predictions_are_named_in_a_table_of_another_system(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "MementoML.csv"
    memento(constant=True).to_csv(path, index=False)
    assert main(["verify", str(path)]) == 1
    said = capsys.readouterr().out
    assert "constant: dataset 1485, learner catboost" in said
    assert "in all 15 rows the accuracy is the share of one class" in said


def test_honest_accuracies_in_that_form_hold(tmp_path: Path) -> None:
    path = tmp_path / "table.csv"
    memento(constant=False).to_csv(path, index=False)
    assert main(["verify", str(path)]) == 0


def test_constant_labels_on_a_rare_class_are_no_defect() -> None:
    frame = true_table()
    frame["auc"] = 0.7
    frame["confusion"] = "[55, 0, 6, 0]"
    assert check_constant(frame) == []
    frame["confusion"] = "[35, 0, 26, 0]"
    assert [finding.rows for finding in check_constant(frame)] == [6, 6]


def test_a_table_without_scores_is_one_line() -> None:
    with pytest.raises(FrostgridError, match="no column accuracy or acc"):
        named_alike(true_table().drop(columns="accuracy"))


@pytest.mark.parametrize("digits", [4, 7])
def test_accuracies_that_no_configuration_moves_are_named_whatever_the_splits(digits: int) -> None:
    """Bootstrap splits differ in their test rows, and tables may be rounded."""
    random = np.random.RandomState(2)
    rows = []
    for split in range(4):
        n = 500 + 7 * split
        size = round(n * random.uniform(0.4, 0.6))
        for config in range(5):
            found = {"auc": random.uniform(0.7, 0.9), "accuracy": size / n}
            rows.append({"dataset": "d", "learner": "a", "split": split, "config": config} | found)
    frame = pd.DataFrame(rows).round(digits)
    assert [finding.rows for finding in check_constant(frame)] == [20]
    frame["accuracy"] -= np.where(frame.index == 3, 0.01, 0.0)
    assert check_constant(frame) == []


def test_rows_of_constant_predictions_are_named_where_the_test_rows_are_told() -> None:
    random = np.random.RandomState(3)
    rows = []
    for split in range(8):
        n = 400 + 11 * split
        size = round(n * random.uniform(0.4, 0.6))
        auc = round(random.uniform(0.7, 0.9) * size * (n - size)) / (size * (n - size))
        place = {"dataset": "d", "learner": "a", "split": split, "config": 0}
        rows.append(place | {"auc": auc, "accuracy": size / n, "n_test": n})
    assert [finding.rows for finding in check_constant(pd.DataFrame(rows))] == [8]


@pytest.mark.parametrize(
    ("ending", "said"), [("csv", "invalid value 'x'"), ("parquet", "another kind than its column")]
)
def test_a_cell_of_another_kind_is_one_line(
    tmp_path: Path, ending: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    frame = true_table().astype({"accuracy": str})
    frame.loc[1, "accuracy"] = "x"
    path = tmp_path / f"t.{ending}"
    if ending == "csv":
        frame.to_csv(path, index=False)
    else:
        frame.to_parquet(path)
    assert main(["verify", str(path)]) == 1
    error = capsys.readouterr().err
    assert said in error
    assert str(path) in error
    assert error.count("\n") == 1

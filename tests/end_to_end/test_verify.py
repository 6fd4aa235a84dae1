"""``frostgrid verify`` on a real run: it holds, and what was changed afterwards is found."""

from __future__ import annotations

import shutil
import sqlite3
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

from frostgrid.base.errors import FrostgridError
from frostgrid.cli.main import main
from runners.directory import PLAN, RESULTS
from runners.plan import read_plan, write_plan
from runners.store.kept import Kept
from suites.parse import EXACT
from tests.end_to_end.runs import ROWS


@pytest.fixture
def copied(uninterrupted: Path, tmp_path: Path) -> Path:
    run = tmp_path / "copy"
    shutil.copytree(uninterrupted, run)
    return run


def test_a_run_holds_and_a_sample_comes_out_the_same_to_the_last_bit(
    copied: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["verify", str(copied), "--sample", "40"]) == 0
    assert f"{ROWS} rows, no findings, 40 made again" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ("UPDATE evaluation SET log_loss = log_loss + 1e-9 WHERE key = ?", "checksum"),
        ("UPDATE evaluation SET auc = auc - 0.0001 WHERE key = ?", "AUC"),
        ("UPDATE evaluation SET seed = seed + 1 WHERE key = ?", "identity"),
        (
            "UPDATE config SET json = '{\"a\":1}' WHERE id = (SELECT config FROM evaluation"
            " WHERE key = ?)",
            "identity",
        ),
        (
            "UPDATE grid_row SET config = (SELECT config FROM evaluation WHERE key = ?)"
            " WHERE learner = 'rpart' AND row = 2",
            "grid row",
        ),
        (
            "UPDATE tally SET rows = rows + 1"
            " WHERE task = (SELECT task FROM evaluation WHERE key = ?)",
            "counts",
        ),
    ],
)
def test_a_changed_row_is_found(
    copied: Path, capsys: pytest.CaptureFixture[str], change: str, said: str
) -> None:
    database = sqlite3.connect(copied / RESULTS)
    with database:
        key = database.execute(
            "SELECT key FROM evaluation JOIN task ON task.id = task"
            " WHERE status = 'ok' AND dataset = 'hepatitis' AND auc < 1 AND seed < 2000000000"
        ).fetchone()
        database.execute(change, key)
    database.close()
    assert main(["verify", str(copied)]) == 1
    assert f"{said}: " in capsys.readouterr().out


def test_another_score_than_a_new_fit_gives_is_found_by_a_sample(
    copied: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    database = sqlite3.connect(copied / RESULTS)
    with database:
        database.execute("UPDATE evaluation SET brier = brier / 2")
    database.close()
    assert main(["verify", str(copied), "--sample", "3"]) == 1
    assert "brier is stored as" in capsys.readouterr().out


def test_splits_and_grids_that_are_not_the_planned_ones_are_found(
    copied: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    plan, limits = read_plan(copied / PLAN)
    first = replace(plan.learners[0], grid_sha256="0" * 64)
    write_plan(replace(plan, learners=(first, *plan.learners[1:])), limits, copied / PLAN)
    assert main(["verify", str(copied)]) == 1
    assert "grid: plan" in capsys.readouterr().out


CELLS: list[tuple[str, Any]] = [
    ("dataset", "iris"),
    ("learner", "ranger"),
    ("split", 99),
    ("config", 77),
    ("preprocessing", "impute-onehot-none"),
    ("subset", "first"),
    ("protocol", "holdout80"),
    ("grid", "kuehn2018/rpart"),
    ("effective", "{}"),
    ("environment", 9),
    ("machine", 9),
    ("worker", 9),
    ("attempt", 9),
    ("finished", 1.5),
    ("load", 1.25),
    ("checksum", 5),
    ("row_checksum", 5),
    ("log_loss", 0.25),
    ("reason", "none"),
]


@pytest.mark.parametrize("ending", ["csv", "parquet"])
def test_a_copied_table_with_any_one_cell_changed_is_found(
    uninterrupted: Path, tmp_path: Path, ending: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / f"table.{ending}"
    assert main(["export", str(uninterrupted), "--to", str(path)]) == 0
    whole = (
        pd.read_parquet(path) if ending == "parquet" else pd.read_csv(path, float_precision=EXACT)
    )

    def verified(frame: pd.DataFrame) -> int:
        if ending == "parquet":
            frame.to_parquet(path)
        else:
            frame.to_csv(path, index=False)
        return main(["verify", str(path)])

    assert verified(whole) == 0
    ours = (whole["learner"] == "rpart") & (whole["dataset"] == "hepatitis")
    chosen = int(np.flatnonzero(ours)[3])
    missed = []
    for column, value in CELLS:
        cells = whole[column].tolist()
        cells[chosen] = value
        if verified(whole.assign(**{column: cells})) != 1:
            missed.append(column)
    assert missed == []
    assert "a cell has changed since the row was stored" in capsys.readouterr().out


def test_kept_predictions_that_are_damaged_are_one_line(tmp_path: Path) -> None:
    (tmp_path / "0.parquet").write_bytes(b"PAR1 and nothing more PAR1")
    with pytest.raises(FrostgridError, match=r"0\.parquet is damaged"):
        list(Kept(tmp_path))

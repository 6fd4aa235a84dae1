"""Kept predictions give every measure again, exactly, and no row is without its own."""

from __future__ import annotations

import shutil
import sqlite3
import time
from dataclasses import replace
from pathlib import Path

import numpy as np
import pandas as pd
import pyarrow.parquet as pq
import pytest

from frostgrid.cli.main import main
from runners.directory import RESULTS
from runners.rescore import MEASURES, rescore
from runners.store.predictions import FOLDER, read_predictions, write_predictions
from tests.end_to_end.runs import PLAN, call, start, table


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The run of ``PLAN`` with predictions, killed once in the middle and resumed."""
    run = tmp_path_factory.mktemp("run") / "kept"
    arguments = ["run", "grid", *PLAN, "--out", str(run), "--keep-predictions"]
    process = start(*arguments)
    while not list((run / FOLDER).glob("*.parquet")):
        assert process.poll() is None
        time.sleep(0.05)
    process.kill()
    process.communicate()
    code, said = call(*arguments)
    assert code == 0, said
    return run


def test_keeping_predictions_changes_no_score(kept: Path, uninterrupted: Path) -> None:
    pd.testing.assert_frame_equal(table(kept), table(uninterrupted))


@pytest.mark.parametrize("measure", MEASURES)
def test_every_measure_worked_out_anew_is_the_stored_one(kept: Path, measure: str) -> None:
    found = list(rescore(kept, measure))
    database = sqlite3.connect(kept / RESULTS)
    (ok,) = database.execute("SELECT count(*) FROM evaluation WHERE status = 'ok'").fetchone()
    database.close()
    assert len(found) == ok
    assert all(one.stored == one.again for one in found)


def test_one_swapped_row_of_the_predictions_is_found(
    kept: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Two test rows of different classes change places; the labels stay right."""
    run = tmp_path / "swapped"
    shutil.copytree(kept, run)
    path = min((run / FOLDER).glob("*.parquet"))
    keys = pq.read_table(path)["key"].unique().to_pylist()
    first, *others = [found for found in read_predictions(run / FOLDER) if found.key in keys]
    order = np.arange(len(first.y))
    other = int((first.y != first.y[0]).argmax())
    order[[0, other]] = other, 0
    write_predictions(run / FOLDER, [replace(first, prob=first.prob[order]), *others])
    assert main(["rescore", str(run), "--metric", "log_loss"]) == 1
    said = capsys.readouterr().out
    assert f"{first.key}: log_loss is stored as" in said
    assert "other than stored: 1." in said


def test_predictions_name_the_rows_of_the_data(kept: Path) -> None:
    one = next(read_predictions(kept / FOLDER))
    assert one.prob.shape == (len(one.rows), 3 if len(one.prob[0]) == 3 else 2)
    assert (one.rows[1:] > one.rows[:-1]).all()
    assert one.prob.sum(axis=1) == pytest.approx(1.0)


def test_the_command_says_how_many_differ(
    kept: Path, uninterrupted: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["rescore", str(kept), "--metric", "auc"]) == 0
    assert "other than stored: 0." in capsys.readouterr().out
    assert main(["rescore", str(kept), "--metric", "acuracy"]) == 1
    assert "did you mean" in capsys.readouterr().err
    assert main(["rescore", str(uninterrupted), "--metric", "auc"]) == 1
    assert "--keep-predictions" in capsys.readouterr().err

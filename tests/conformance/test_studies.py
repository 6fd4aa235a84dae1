"""What every study must do; one that is added as a file is tested at once."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import asdict
from pathlib import Path

import pytest

import frostgrid
from frostgrid.base.errors import FrostgridError
from frostgrid.cli.main import main
from frostgrid.results import Results
from studies.registry import studies
from studies.study import Study, ask

every_study = pytest.mark.parametrize("study", studies(), ids=lambda study: study.name)


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small run with all that studies ask for: twins, several splits, predictions."""
    out = tmp_path_factory.mktemp("run") / "twins"
    asked = ["--datasets", "iris", "--learners", "rpart", "--rows", "0-2", "--splits", "0-2"]
    assert main(["run", "grid", "--twins", *asked, "--workers", "1", "--out", str(out)]) == 0
    return out


@pytest.fixture(scope="module")
def results(run: Path) -> Results:
    return frostgrid.open(run)


@every_study
def test_a_study_answers_with_tables_whose_rows_fit_their_columns(
    study: Study, results: Results
) -> None:
    tables = ask(study, results.frame(), results.predictions)
    assert tables
    assert len({table.title for table in tables}) == len(tables)
    for table in tables:
        assert len(set(table.columns)) == len(table.columns)
        assert all(len(row) == len(table.columns) for row in table.rows)
        json.dumps(asdict(table), allow_nan=False)


@every_study
def test_a_study_does_without_predictions(study: Study, results: Results) -> None:
    assert ask(study, results.frame())


@every_study
def test_the_order_of_the_rows_does_not_matter(study: Study, results: Results) -> None:
    frame = results.frame()
    mixed = ask(study, frame.sample(frac=1, random_state=1), results.predictions)
    for one, other in zip(ask(study, frame, results.predictions), mixed, strict=True):
        for row, same in zip(one.rows, other.rows, strict=True):
            assert list(row) == pytest.approx(list(same))


@every_study
def test_a_study_changes_nothing_in_the_table(study: Study, results: Results) -> None:
    frame = results.frame()
    before = frame.copy()
    ask(study, frame, results.predictions)
    assert frame.equals(before)


@every_study
def test_an_empty_table_and_one_without_columns_are_one_line(
    study: Study, results: Results
) -> None:
    frame = results.frame()
    with pytest.raises(FrostgridError, match="no rows"):
        ask(study, frame.iloc[:0])
    for column in study.columns:
        with pytest.raises(FrostgridError, match=f"needs the column {column}"):
            ask(study, frame.drop(columns=column))


def test_studies_load_no_learner_and_no_r() -> None:
    code = (
        "import sys; from studies.registry import studies; assert len(studies());"
        "print(*{'sklearn', 'xgboost', 'lightgbm', 'catboost', 'rpy2', 'runners', 'r_bridge'}"
        " & sys.modules.keys())"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ""


@every_study
def test_the_command_prints_a_study_and_its_json(
    study: Study, run: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["study", study.name, str(run)]) == 0
    assert len(capsys.readouterr().out.splitlines()) > 3
    assert main(["study", study.name, str(run), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert all({"title", "columns", "rows", "notes"} == set(table) for table in found)
    assert main(["export", str(run), "--to", str(tmp_path / "t.parquet")]) == 0
    assert main(["study", study.name, str(tmp_path / "t.parquet")]) == 0
    assert main(["study", f"{study.name}x", str(run)]) == 1
    assert "did you mean" in capsys.readouterr().err
    assert main(["list", "studies"]) == 0
    assert study.title in capsys.readouterr().out

"""A run of twins from the command line: both sides, the same rows, and what the study says."""

from __future__ import annotations

import json
from pathlib import Path

import pandas as pd
import pytest

import frostgrid
from frostgrid.cli.main import main
from grids.registry import twins
from runners.availability import availability
from runners.directory import PLAN
from runners.plan import read_plan
from runners.registry import learners
from tests.end_to_end.runs import call

LEARNERS = ("e1071_svm", "ranger", "randomForest", "rpart")
ASKED = (
    *("run", "grid", "--twins", "--suite", "demo", "--datasets", "iris", "hepatitis"),
    *("--rows", "0-3", "--splits", "0-1", "--learners", *LEARNERS),
)


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("run") / "twins"
    code, said = call(*ASKED, "--out", str(out))
    assert code == 0, said
    assert "Left out: rows 1-3 of ranger~sklearn_random_forest: splitrule = extratrees" in said
    code, said = call(*ASKED, "--out", str(out))
    assert (code, "Nothing to do" in said) == (0, True), said
    return out


@pytest.fixture(scope="module")
def frame(run: Path) -> pd.DataFrame:
    found = frostgrid.open(run).frame()
    return found.astype({"dataset": str, "learner": str, "grid": str, "preprocessing": str})


def test_both_sides_have_the_same_rows_with_the_same_preprocessing(frame: pd.DataFrame) -> None:
    for name, rows in frame.groupby("grid"):
        twin = twins()[str(name).partition("/")[2]]
        assert set(rows["preprocessing"]) == {twin.preprocessing}
        places = [
            set(rows[rows["learner"] == side][["dataset", "split", "config"]].itertuples())
            for side in twin.sides.values()
        ]
        assert [len(place) for place in places] == [4 if twin.r == "ranger" else 16] * 2
    assert len(frame) == 2 * (3 * 16 + 4)


def test_the_plan_counts_what_the_table_holds(run: Path, frame: pd.DataFrame) -> None:
    plan, _ = read_plan(run / PLAN)
    assert (plan.evaluations, plan.effective) == (len(frame), frame["key"].nunique())
    assert plan.keep_predictions


def test_a_forest_that_has_two_twins_is_evaluated_for_both(frame: pd.DataFrame) -> None:
    forests = frame[frame["learner"] == "sklearn_random_forest"]
    assert set(forests["grid"]) == {
        f"frostgrid/{r}~sklearn_random_forest" for r in ("ranger", "randomForest")
    }


def test_the_study_finds_equal_decision_values(
    run: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["study", "twins", str(run), "--json"]) == 0
    table = json.loads(capsys.readouterr().out)[0]
    found = {row[0]: dict(zip(table["columns"], row, strict=True)) for row in table["rows"]}
    assert set(found) == {t.name for t in twins() if t.r in LEARNERS}
    machines = found["e1071_svm~sklearn_svc"]
    assert 0 <= machines["decision"] < 1e-6
    assert (machines["labels"], machines["accuracy"]) == (1.0, 0.0)
    assert found["rpart~sklearn_decision_tree"]["labels"] > 0.9
    assert all(row["pairs"] == (4 if "ranger" in name else 16) for name, row in found.items())


def test_verify_and_rescore_know_twins(run: Path) -> None:
    assert main(["verify", str(run), "--sample", "8", "--workers", "1"]) == 0
    assert main(["rescore", str(run), "--metric", "auc"]) == 0


def test_configurations_of_a_twin_are_those_of_the_r_learner(run: Path) -> None:
    results = frostgrid.open(run)
    assert results.configs("sklearn_svc").equals(results.configs("e1071_svm"))
    assert "cost" in results.configs("sklearn_svc").columns


@pytest.mark.parametrize(
    ("learner", "other", "twin"),
    [
        ("ranger", "sklearn", "ranger~sklearn_random_forest"),
        ("sklearn_random_forest", "randomForest", "randomForest~sklearn_random_forest"),
        ("sklearn_svc", "e1071", "e1071_svm~sklearn_svc"),
        ("kknn", "python", "kknn~python_kknn"),
    ],
)
def test_show_names_prints_the_mapping(
    learner: str, other: str, twin: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["show", learner, "--names", other, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["twin"] == twin
    assert found["names"] == list(twins()[twin].names())
    assert main(["show", learner, "--names", other]) == 0
    assert found["names"][0]["how"][:20] in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("show", "catboost", "--names", "r"), "catboost has no twin; twins are e1071_svm~"),
        (("show", "ranger", "--names", "sklern"), "no twin of ranger is named 'sklern'"),
        ((*ASKED[:3], "--dry-run", "--learners", "catboost"), "catboost has no twin"),
        ((*ASKED[:3], "--dry-run", "--learners", "rangr"), "did you mean ranger"),
        (
            (*ASKED[:3], "--dry-run", "--learners", "ranger", "--rows", "1-2"),
            "no row asked for has a counterpart on both sides of ranger",
        ),
        (
            (*ASKED[:3], "--dry-run", "--preset", "memento", "--learners", "rpart"),
            "no twin of rpart can run: rpart~sklearn_decision_tree: no grid of the preset memento",
        ),
    ],
)
def test_a_request_that_cannot_be_met_is_one_line(
    arguments: tuple[str, ...], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(list(arguments)) == 1
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == 1
    assert said in lines[0]


def test_a_twin_that_cannot_run_here_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    state = availability(learners()["kknn"])
    if state.available:
        pytest.skip("kknn is installed here")
    assert main(["run", "grid", "--twins", "--rows", "0", "--splits", "0", "--dry-run"]) == 0
    assert f"Left out: kknn~python_kknn: {state.reason}" in capsys.readouterr().out


def test_a_run_without_twins_is_no_source_for_their_study(
    uninterrupted: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["study", "twins", str(uninterrupted)]) == 1
    assert "holds no evaluations of twins; make some with" in capsys.readouterr().err

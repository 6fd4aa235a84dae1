"""``run.toml``: what is written is read, and a plan that differs says where."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from frostgrid.base.errors import FrostgridError
from runners.differences import differences
from runners.directory import PLAN
from runners.lock import is_written, writing
from runners.plan import (
    Limits,
    Plan,
    PlannedDataset,
    PlannedLearner,
    PlannedSplit,
    read_plan,
    write_plan,
)
from runners.run import create

LIMITS = Limits(seconds=60.0, memory=4_000_000_000)
IRIS = PlannedDataset(
    name="iris",
    digest="a" * 64,
    reference={"kind": "file", "name": "iris", "path": "/data/iris.csv"},
    n_rows=150,
    n_columns=4,
    n_classes=3,
    splits=(PlannedSplit(0, "b" * 64, 150), PlannedSplit(1, "c" * 64, 150)),
)
RANGER = PlannedLearner("ranger", 1, "impute-native-none", "frostgrid/ranger", "d" * 64)
PLAN_A = Plan(
    experiment="grid",
    suite="demo",
    protocol="bootstrap",
    seed=1,
    rows=(0, 1, 2, 5),
    subset="all",
    datasets=(IRIS,),
    learners=(RANGER,),
    software={"python": "3.11", "R:kknn": ""},
    evaluations=8,
    effective=7,
)


def test_a_plan_reads_back(tmp_path: Path) -> None:
    write_plan(PLAN_A, LIMITS, tmp_path / PLAN)
    assert read_plan(tmp_path / PLAN) == (PLAN_A, LIMITS)


def test_a_plan_differs_from_itself_in_nothing() -> None:
    assert differences(PLAN_A, PLAN_A, {}) == []


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (replace(PLAN_A, rows=(0, 1)), "rows: 0-2,5 stored, 0-1 asked"),
        (replace(PLAN_A, suite="embedded"), "suite: 'demo' stored, 'embedded' asked"),
        (replace(PLAN_A, protocol="holdout80"), "protocol"),
        (replace(PLAN_A, datasets=(replace(IRIS, digest="x"),)), "dataset iris: another digest"),
        (
            replace(PLAN_A, datasets=(replace(IRIS, splits=IRIS.splits[:1]),)),
            "dataset iris: another splits",
        ),
        (replace(PLAN_A, datasets=()), "dataset iris: in the plan, not asked for"),
        (replace(PLAN_A, learners=(replace(RANGER, adapter=2),)), "ranger: another adapter"),
        (
            replace(
                PLAN_A, learners=(RANGER, replace(RANGER, name="rpart", grid="frostgrid/rpart"))
            ),
            "learner rpart: asked for, not in the plan",
        ),
        (replace(PLAN_A, software={"python": "3.12"}), "python: version 3.11 stored, 3.12 here"),
    ],
)
def test_what_differs_is_named_and_the_stored_plan_stays(
    tmp_path: Path, asked: Plan, said: str
) -> None:
    create(tmp_path, PLAN_A, LIMITS)
    with pytest.raises(FrostgridError, match="holds another run") as error:
        create(tmp_path, asked, LIMITS)
    assert said in str(error.value)
    assert read_plan(tmp_path / PLAN) == (PLAN_A, LIMITS)


def test_a_side_of_two_twins_is_two_learners_of_a_plan() -> None:
    forest = "sklearn_random_forest"
    sides = tuple(
        PlannedLearner(forest, 1, "impute-onehot-none", f"frostgrid/{r}~{forest}", "e" * 64)
        for r in ("ranger", "randomForest")
    )
    both, one = replace(PLAN_A, learners=sides), replace(PLAN_A, learners=sides[1:])
    assert differences(both, both, {}) == []
    assert differences(one, both, {}) == [
        "learner sklearn_random_forest (ranger~sklearn_random_forest): asked for, not in the plan"
    ]


def test_other_limits_are_named(tmp_path: Path) -> None:
    create(tmp_path, PLAN_A, LIMITS)
    with pytest.raises(FrostgridError, match="limits"):
        create(tmp_path, PLAN_A, replace(LIMITS, seconds=1.0))


def test_a_package_that_was_missing_may_come_later() -> None:
    later = replace(PLAN_A, software={"python": "3.11", "R:kknn": "1.4"})
    assert differences(PLAN_A, later, {}) == []


def test_a_learner_of_the_plan_that_is_not_asked_for_is_named_and_its_package_is_not() -> None:
    kknn = replace(RANGER, name="kknn", grid="frostgrid/kknn")
    planned = replace(PLAN_A, learners=(kknn, RANGER), software={"python": "3.11", "R:kknn": "1.4"})
    asked = replace(PLAN_A, software={"python": "3.11"})
    assert differences(planned, asked, {}) == ["learner kknn: in the plan, not asked for"]
    assert differences(planned, asked, {"kknn": "there is no R on this machine"}) == [
        "learner kknn: in the plan, but it cannot run here (there is no R on this machine)"
    ]
    assert differences(asked, planned, {}) == ["learner kknn: asked for, not in the plan"]


def test_a_learner_of_the_plan_that_this_frostgrid_lacks_is_said_to_be_unable_to_run(
    tmp_path: Path,
) -> None:
    lost = replace(RANGER, name="lost", grid="frostgrid/lost")
    create(tmp_path, replace(PLAN_A, learners=(RANGER, lost)), LIMITS)
    with pytest.raises(FrostgridError, match="learner lost: in the plan, but it cannot run here"):
        create(tmp_path, PLAN_A, LIMITS)


def test_a_learner_with_grids_of_two_presets_is_told_apart_by_its_grid() -> None:
    other = replace(RANGER, grid="kuehn2018/ranger")
    both, one = replace(PLAN_A, learners=(RANGER, other)), replace(PLAN_A, learners=(other,))
    assert differences(both, one, {}) == [
        "learner ranger of frostgrid/ranger: in the plan, not asked for"
    ]


def test_a_folder_with_other_files_is_not_taken(tmp_path: Path) -> None:
    (tmp_path / "thesis.tex").touch()
    with pytest.raises(FrostgridError, match="not empty"):
        create(tmp_path, PLAN_A, LIMITS)


def test_a_plan_that_was_changed_by_hand_is_refused(tmp_path: Path) -> None:
    path = tmp_path / PLAN
    write_plan(PLAN_A, LIMITS, path)
    path.write_text(path.read_text().replace("0-2,5", "0-2"))
    with pytest.raises(FrostgridError, match="was changed after it was written"):
        read_plan(path)


def test_what_a_start_that_was_cut_short_leaves_does_not_count(tmp_path: Path) -> None:
    (tmp_path / f".{PLAN}.123").write_text("half")
    (tmp_path / "lock").touch()
    create(tmp_path, PLAN_A, LIMITS)
    assert read_plan(tmp_path / PLAN) == (PLAN_A, LIMITS)


@pytest.mark.parametrize("text", ["", "format = 1", "format = [", "format = 2"])
def test_a_damaged_plan_is_one_line_that_names_it(tmp_path: Path, text: str) -> None:
    (tmp_path / PLAN).write_text(text)
    with pytest.raises(FrostgridError, match=r"run\.toml"):
        read_plan(tmp_path / PLAN)


def test_a_run_is_written_by_one_process_and_a_dead_one_leaves_no_lock(tmp_path: Path) -> None:
    assert not is_written(tmp_path)
    with writing(tmp_path):
        assert is_written(tmp_path)
        with pytest.raises(FrostgridError, match="being written by process"), writing(tmp_path):
            pass
    assert not is_written(tmp_path)
    with writing(tmp_path):
        pass

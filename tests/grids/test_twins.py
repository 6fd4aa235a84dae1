"""What twins declare, against the grids and the packages that they are about."""

from __future__ import annotations

from dataclasses import replace
from math import exp, floor

import pytest
from test_python_packages import arguments
from test_r_packages import known_arguments, run_r

from frostgrid.base.errors import FrostgridError
from grids.frozen import load
from grids.registry import spaces, twins
from grids.space import Config, Shape
from grids.twin import NoCounterpartError, Twin
from r_bridge.script import SCRIPTS, read_script
from runners.preprocessing import Preprocessing

SHAPE = Shape(rows=200, columns=9)
OUR_OWN = {
    ("e1071_svm", "by_class"),
    # Arguments of the fit; the list of functions is about what grids vary.
    *(("glmnet", name) for name in ("thresh", "maxit", "standardize")),
    ("glmnet", "ends_at_s"),
    ("ranger", "max.depth"),
}
"""Arguments that are our adapter's, or that are looked for elsewhere."""

every_twin = pytest.mark.parametrize("twin", twins(), ids=lambda twin: twin.name)


def translated(name: str, config: Config, shape: Shape = SHAPE) -> Config:
    twin = twins()[name]
    return twin.configuration(twin.python, config, shape)


def names(twin: Twin, side: str) -> list[str]:
    own = [pair.r if side == "r" else pair.python for pair in twin.counterparts]
    own += [held.name for held in twin.held if held.side == side]
    return own + [alone.name for alone in twin.alone if alone.side == side]


@every_twin
def test_every_parameter_of_every_grid_is_mapped_or_held_or_alone(twin: Twin) -> None:
    for side, learner in twin.sides.items():
        known = names(twin, side)
        assert len(known) == len(set(known))
        for space in spaces():
            if space.learner == learner:
                varied = {p.argument or p.name for p in space.parameters}
                assert varied <= set(known), space.name


@every_twin
def test_every_name_in_python_is_an_argument_of_the_class(twin: Twin) -> None:
    if twin.python == "python_kknn":
        known = {p.name for p in spaces()["frostgrid/python_kknn"].parameters}
    else:
        known = set(arguments(twin.python))
    assert set(names(twin, "python")) <= known


@every_twin
def test_every_name_in_r_is_an_argument_of_the_function(twin: Twin) -> None:
    ours = {name for name in names(twin, "r") if (twin.r, name) not in OUR_OWN}
    assert ours <= known_arguments(twin.r)


def test_names_of_our_own_are_read_by_our_own_code_or_by_the_package() -> None:
    for learner, name in (("e1071_svm", "by_class"), ("glmnet", "ends_at_s")):
        assert f"config${name}" in (SCRIPTS / f"{learner}.R").read_text("utf-8")
    found = run_r("glmnet", "cat(names(formals(glmnet::glmnet)), sep = '\\n')").split()
    assert {"thresh", "maxit", "standardize"} <= set(found)
    assert "max.depth" in run_r("ranger", "cat(names(formals(ranger::ranger)), sep = '\\n')")


@every_twin
def test_both_sides_see_a_matrix_that_the_r_learner_takes(twin: Twin) -> None:
    preprocessing = Preprocessing.parse(twin.preprocessing)
    assert str(preprocessing) == twin.preprocessing
    script = read_script(SCRIPTS / f"{twin.r}.R")
    assert script.data == "frame" or preprocessing.encoding == "onehot"


@every_twin
def test_rows_run_on_both_sides_or_on_neither_and_row_0_on_both(twin: Twin) -> None:
    for preset in {space.preset for space in spaces() if space.learner == twin.r}:
        grid = load(f"{preset}/{twin.name}")
        for row in range(len(grid.rows)):
            sides = [grid.configuration(side, row, SHAPE) for side in twin.sides.values()]
            assert (sides[0] is None) == (sides[1] is None)
        if preset != "multinomial":
            assert grid.configuration(twin.python, 0, SHAPE) is not None, preset


@every_twin
def test_the_grid_of_a_twin_is_that_of_its_r_learner_with_a_digest_of_its_own(twin: Twin) -> None:
    preset = next(space.preset for space in spaces() if space.learner == twin.r)
    plain, ours = load(f"{preset}/{twin.r}"), load(f"{preset}/{twin.name}")
    assert ours.rows == plain.rows
    assert ours.sha256 != plain.sha256
    assert ours.depends_on_data


@every_twin
def test_the_table_of_names_has_a_line_per_parameter(twin: Twin) -> None:
    lines = list(twin.names())
    assert all(line["how"] and (line[twin.r] or line[twin.python]) for line in lines)
    for side, learner in twin.sides.items():
        assert [line[learner] for line in lines if line[learner]] == names(twin, side)


def test_an_unknown_twin_is_one_line() -> None:
    with pytest.raises(FrostgridError, match="no twin is named"):
        load("frostgrid/ranger~sklearn_svc")


def test_held_values_win_over_the_grid_and_inert_ones_are_left_out() -> None:
    rpart = twins()["rpart~sklearn_decision_tree"]
    held = rpart.configuration("rpart", {"cp": 0.3, "maxdepth": 4}, SHAPE)
    assert held == {"cp": -1.0, "maxdepth": 4, "maxsurrogate": 0, "maxcompete": 0}
    ranger = twins()["ranger~sklearn_random_forest"]
    config: Config = {"num.trees": 5, "respect.unordered.factors": "order", "splitrule": "gini"}
    assert ranger.configuration("ranger", config, SHAPE) == {"num.trees": 5, "splitrule": "gini"}


def test_the_penalty_of_glmnet_is_one_over_n_times_that_of_scikit_learn() -> None:
    twin = twins()["glmnet~sklearn_logistic_regression"]
    config: Config = {"alpha": 0.3, "s": 0.02}
    found = translated(twin.name, config)
    assert found["C"] == pytest.approx(1 / (200 * 0.02))
    assert found["l1_ratio"] == 0.3
    assert twin.configuration("glmnet", config, SHAPE)["s"] == 0.02


def test_nodes_of_ranger_count_rows_as_often_as_they_were_drawn() -> None:
    config: Config = {"num.trees": 9, "min.node.size": 30, "replace": True, "sample.fraction": 0.4}
    found = translated("ranger~sklearn_random_forest", config)
    assert found == {
        "n_estimators": 9,
        "max_features": "sqrt",
        "min_samples_split": 1 + round(30 * (1 - exp(-0.4)) / 0.4),
        "bootstrap": True,
        "max_samples": floor(200 * 0.4),
    }
    every: Config = {**config, "replace": False, "mtry": 4, "sample.fraction": 1.0}
    whole = translated("ranger~sklearn_random_forest", every)
    assert (whole["min_samples_split"], whole["max_features"]) == (31, 4)
    assert "max_samples" not in whole


def test_nodes_of_randomforest_count_rows_once() -> None:
    config: Config = {"ntree": 9, "nodesize": 30, "replace": True, "sampsize": 80}
    found = translated("randomForest~sklearn_random_forest", config)
    assert (found["min_samples_split"], found["max_samples"]) == (31, 80)


@pytest.mark.parametrize(
    ("name", "config", "reason"),
    [
        ("ranger~sklearn_random_forest", {"splitrule": "extratrees"}, "splitrule = extratrees"),
        (
            "ranger~sklearn_random_forest",
            {"replace": False, "sample.fraction": 0.5},
            "a part of the rows",
        ),
        # Their own defaults without replacement are 0.632 of the rows.
        ("ranger~sklearn_random_forest", {"replace": False}, "a part of the rows"),
        ("randomForest~sklearn_random_forest", {"replace": False}, "a part of the rows"),
        ("gbm~sklearn_gradient_boosting", {"distribution": "multinomial"}, "broken"),
    ],
)
def test_what_python_cannot_do_is_done_on_neither_side(
    name: str, config: Config, reason: str
) -> None:
    twin = twins()[name]
    for side in twin.sides.values():
        with pytest.raises(NoCounterpartError, match=reason):
            twin.configuration(side, config, SHAPE)


def test_a_new_version_of_a_mapping_is_another_grid(monkeypatch: pytest.MonkeyPatch) -> None:
    name = "frostgrid/rpart~sklearn_decision_tree"
    before = load(name).sha256
    twin = twins()["rpart~sklearn_decision_tree"]
    monkeypatch.setitem(twins()._entries, twin.name, replace(twin, version=twin.version + 1))
    assert load.__wrapped__(name).sha256 != before

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from optuna.distributions import CategoricalDistribution, FloatDistribution, IntDistribution

from grids.draw import draw
from grids.frozen import FrozenGrid, n_effective
from grids.registry import spaces
from grids.rules import root_of_columns, share_of_columns
from grids.space import Config, Parameter, Shape, Space

# a -> b -> c is a chain of conditions; m depends on the data.
SPACE = Space(
    preset="test",
    learner="chain",
    version=1,
    source="",
    parameters=(
        Parameter("a", CategoricalDistribution(("on", "off")), "on"),
        Parameter("b", CategoricalDistribution((1, 2, None)), 1, ("a", ("on",))),
        Parameter("c", FloatDistribution(0.0, 1.0), 0.5, ("b", (2,))),
        Parameter(
            "m_share",
            FloatDistribution(0.0, 1.0),
            None,
            argument="m",
            rule=share_of_columns,
            default_rule=root_of_columns,
        ),
        Parameter("left_to_package", IntDistribution(1, 9), None),
    ),
)
ROW: Config = {"a": "on", "b": 2, "c": 0.25, "m_share": 0.5, "left_to_package": 3}
SHAPE = Shape(rows=100, columns=10)
shapes = st.builds(Shape, rows=st.integers(2, 10**5), columns=st.integers(1, 10**4))
names = st.sampled_from(sorted(space.name for space in spaces()))
rows = st.integers(0, 10**5)


def test_an_active_chain_is_kept_whole() -> None:
    assert SPACE.effective(ROW, SHAPE) == {
        "a": "on",
        "b": 2,
        "c": 0.25,
        "m": 5,
        "left_to_package": 3,
    }


def test_the_end_of_a_chain_is_inert_where_its_middle_has_another_value() -> None:
    found = SPACE.effective({**ROW, "b": 1}, SHAPE)
    assert found["b"] == 1
    assert "c" not in found


def test_a_chain_is_inert_from_the_first_unmet_condition_on() -> None:
    """c's own condition holds (b is 2), but b is inert itself."""
    found = SPACE.effective({**ROW, "a": "off"}, SHAPE)
    assert not {"b", "c"} & set(found)


def test_a_parameter_left_to_the_package_activates_nothing() -> None:
    found = SPACE.effective({**ROW, "b": None}, SHAPE)
    assert not {"b", "c"} & set(found)


def test_defaults_that_depend_on_the_data_are_filled_in_and_others_left_out() -> None:
    found = SPACE.effective({**ROW, "m_share": None, "left_to_package": None}, SHAPE)
    assert found["m"] == 3
    assert "left_to_package" not in found


def test_rows_that_differ_in_inert_values_are_one_configuration() -> None:
    grid = FrozenGrid(
        SPACE,
        ({**ROW, "a": "off", "c": 0.1}, {**ROW, "a": "off", "c": 0.9}, ROW, {**ROW, "c": 0.9}),
        sha256="",
    )
    assert n_effective(grid) == 3


def test_shares_that_round_to_one_number_of_columns_are_one_configuration() -> None:
    grid = FrozenGrid(SPACE, tuple({**ROW, "m_share": m / 100} for m in range(101)), sha256="")
    assert n_effective(grid) == 101
    assert n_effective(grid, Shape(rows=100, columns=4)) == 4


def test_a_rule_on_a_text_is_a_mistake_of_the_space() -> None:
    with pytest.raises(TypeError, match="m_share"):
        SPACE.effective({**ROW, "m_share": "half"}, SHAPE)


@given(names, rows, shapes)
def test_only_known_arguments_with_values_come_out(name: str, row: int, shape: Shape) -> None:
    space = spaces()[name]
    found = space.effective(draw(space, 0, row), shape)
    assert set(found) <= {p.argument or p.name for p in space.parameters}
    assert None not in found.values()


@given(names, rows, shapes)
def test_inert_values_change_nothing(name: str, row: int, shape: Shape) -> None:
    """Filling every inert column with its default gives the same effective configuration."""
    space = spaces()[name]
    drawn = draw(space, 0, row)
    found = space.effective(drawn, shape)
    defaults = draw(space, 0, 0)
    active = {p.name for p in space.parameters if (p.argument or p.name) in found}
    cleaned = {key: drawn[key] if key in active else defaults[key] for key in drawn}
    cleaned |= {p.name: drawn[p.name] for p in space.parameters if drawn[p.name] is None}
    assert space.effective(cleaned, shape) == found


@given(names, rows, shapes)
def test_an_effective_configuration_is_its_own_effective_form(
    name: str, row: int, shape: Shape
) -> None:
    """Rules set aside: they map a drawn value to an argument, which is another quantity."""
    space = spaces()[name]
    plain = replace(
        space,
        parameters=tuple(
            replace(p, argument="", rule=None, default_rule=None) for p in space.parameters
        ),
    )
    once = plain.effective(draw(space, 0, row), shape)
    filled = {p.name: once.get(p.name) for p in space.parameters}
    assert plain.effective(filled, shape) == once


def test_xgboost_has_no_tree_parameters_in_a_linear_model() -> None:
    space = spaces()["frostgrid/xgboost"]
    row = {**draw(space, 0, 1), "grow_policy": "lossguide"}
    tree = space.effective({**row, "booster": "gbtree"}, SHAPE)
    linear = space.effective({**row, "booster": "gblinear"}, SHAPE)
    assert {"max_depth", "subsample", "max_leaves"} <= set(tree)
    assert set(linear) == {"booster", "n_estimators", "learning_rate", "reg_lambda", "reg_alpha"}


@pytest.mark.parametrize(
    ("learner", "kernel", "expected"),
    [
        ("sklearn_svc", "linear", set()),
        ("sklearn_svc", "poly", {"gamma", "degree", "coef0"}),
        ("sklearn_svc", "rbf", {"gamma"}),
        ("sklearn_svc", "sigmoid", {"gamma", "coef0"}),
        ("e1071_svm", "linear", set()),
        ("e1071_svm", "polynomial", {"gamma", "degree", "coef0"}),
        ("e1071_svm", "radial", {"gamma"}),
        ("e1071_svm", "sigmoid", {"gamma", "coef0"}),
    ],
)
def test_a_kernel_has_its_own_parameters(learner: str, kernel: str, expected: set[str]) -> None:
    space = spaces()[f"frostgrid/{learner}"]
    found = space.effective({**draw(space, 0, 1), "kernel": kernel}, SHAPE)
    assert set(found) & {"gamma", "degree", "coef0"} == expected


def test_forests_default_to_the_root_of_the_columns() -> None:
    for learner in ("ranger", "randomForest"):
        space = spaces()[f"frostgrid/{learner}"]
        row = draw(space, 0, 0)
        assert space.effective(row, Shape(rows=50, columns=60))["mtry"] == 7
        assert space.effective(row, Shape(rows=50, columns=1))["mtry"] == 1

"""Spaces of others: ranges, scales and conditions as they were published."""

from __future__ import annotations

from collections.abc import Callable
from math import log2
from pathlib import Path

import numpy as np
import pytest
from optuna.distributions import CategoricalDistribution
from scipy import stats

import grids.spaces
from grids.frozen import load, n_effective
from grids.registry import presets, spaces
from grids.space import Parameter, Shape, Space

# Ranges as the sources print them: numbers on the drawn scale ("2^" powers of two, "log" any
# logarithm, "" plain, "int" whole numbers), or choices.
NUMBERS: dict[str, dict[str, tuple[float, float, str]]] = {
    "memento/xgboost": {
        "nrounds": (1, 1000, "int"),
        "eta": (-5, 0, "2^"),
        "subsample": (0.5, 1, ""),
        "max_depth": (6, 15, "int"),
        "min_child_weight": (0, 3, "2^"),
        "colsample_bytree": (0.2, 1, ""),
        "colsample_bylevel": (0.2, 1, ""),
    },
    "memento/gbm": {
        "n.trees": (log2(100), log2(10085), "2^"),
        "interaction.depth": (1, 5, "int"),
        "n.minobsinnode": (2, 25, "int"),
        "shrinkage": (0.001, 0.1, "log"),
        "bag.fraction": (0.2, 1, ""),
    },
    "memento/randomForest": {"ntree": (log2(100), log2(10085), "2^"), "nodesize": (1, 5, "int")},
    "memento/kknn": {"k": (1, 30, "int")},
    "memento/glmnet": {"alpha": (0, 1, ""), "lambda": (-10, log2(10), "2^")},
    "kuehn2018/glmnet": {"alpha": (0, 1, ""), "lambda": (-10, 10, "2^")},
    "kuehn2018/rpart": {
        "cp": (0, 1, ""),
        "maxdepth": (1, 30, "int"),
        "minbucket": (1, 60, "int"),
        "minsplit": (1, 60, "int"),
    },
    "kuehn2018/kknn": {"k": (1, 30, "int")},
    "kuehn2018/e1071_svm": {
        "cost": (-10, 10, "2^"),
        "gamma": (-10, 10, "2^"),
        "degree": (2, 5, "int"),
    },
    "kuehn2018/ranger": {
        "num.trees": (1, 2000, "int"),
        "sample.fraction": (0.1, 1, ""),
        "mtry": (0, 1, ""),
        "min.node.size": (0, 1, ""),
    },
    "kuehn2018/xgboost": {
        "nrounds": (1, 5000, "int"),
        "eta": (-10, 0, "2^"),
        "subsample": (0.1, 1, ""),
        "max_depth": (1, 15, "int"),
        "min_child_weight": (0, 7, "2^"),
        "colsample_bytree": (0, 1, ""),
        "colsample_bylevel": (0, 1, ""),
        "lambda": (-10, 10, "2^"),
        "alpha": (-10, 10, "2^"),
    },
    "rbv2/glmnet": {"alpha": (0, 1, ""), "s": (1e-4, 1e3, "log")},
    "rbv2/kknn": {"k": (1, 30, "int")},
    "rbv2/rpart": {
        "cp": (1e-4, 1, "log"),
        "maxdepth": (1, 30, "int"),
        "minbucket": (1, 100, "int"),
        "minsplit": (1, 100, "int"),
    },
    "rbv2/e1071_svm": {
        "cost": (1e-4, 1e3, "log"),
        "gamma": (1e-4, 1e3, "log"),
        "tolerance": (1e-4, 2, "log"),
        "degree": (2, 5, "int"),
    },
    "rbv2/ranger": {
        "num.trees": (1, 2000, "int"),
        "sample.fraction": (0.1, 1, ""),
        "mtry.ratio": (0, 1, ""),
        "min.node.size": (1, 100, "int"),
        "num.random.splits": (1, 100, "int"),
    },
    "rbv2/xgboost": {
        "nrounds": (7, 2981, "log"),
        "eta": (1e-4, 1, "log"),
        "gamma": (1e-5, 7, "log"),
        "lambda": (1e-4, 1e3, "log"),
        "alpha": (1e-4, 1e3, "log"),
        "subsample": (0.1, 1, ""),
        "max_depth": (1, 15, "int"),
        "min_child_weight": (1, 100, "log"),
        "colsample_bytree": (0.01, 1, ""),
        "colsample_bylevel": (0.01, 1, ""),
        "rate_drop": (0, 1, ""),
        "skip_drop": (0, 1, ""),
    },
}
CHOICES: dict[str, dict[str, set[object]]] = {
    "memento/xgboost": {"booster": {"gbtree", "gblinear"}},
    "memento/randomForest": {"replace": {True, False}},
    "kuehn2018/e1071_svm": {"kernel": {"linear", "polynomial", "radial"}},
    "kuehn2018/ranger": {"replace": {True, False}, "respect.unordered.factors": {True, False}},
    "kuehn2018/xgboost": {"booster": {"gbtree", "gblinear"}},
    "rbv2/e1071_svm": {"kernel": {"linear", "polynomial", "radial"}},
    "rbv2/ranger": {
        "replace": {True, False},
        "respect.unordered.factors": {"ignore", "order", "partition"},
        "splitrule": {"gini", "extratrees"},
    },
    "rbv2/xgboost": {"booster": {"gblinear", "gbtree", "dart"}},
}
CONSTANT: dict[str, dict[str, float]] = {
    "memento/xgboost": {"missing": 0.0},
    "memento/kknn": {"distance": 2.0},
}
OURS = {"memento/ranger", "memento/catboost"}
PUBLISHED = sorted({*NUMBERS})
SHAPE = Shape(rows=1000, columns=20)

every_published = pytest.mark.parametrize("name", PUBLISHED)


def drawn(name: str, column: str) -> list[object]:
    return [row[column] for row in load(name).rows[1:]]


def parameter(space: Space, name: str) -> Parameter:
    return next(p for p in space.parameters if p.name == name)


@every_published
def test_a_published_space_has_the_published_columns_and_no_other(name: str) -> None:
    columns = {p.name for p in spaces()[name].parameters}
    known = {*NUMBERS[name], *CHOICES.get(name, {}), *CONSTANT.get(name, {})}
    assert columns == known


SCALES: dict[str, Callable[[np.ndarray], np.ndarray]] = {
    "": np.asarray,
    "2^": np.log2,
    "log": np.log,
}


@every_published
def test_numbers_are_uniform_on_their_published_scale(name: str) -> None:
    for column, (low, high, scale) in NUMBERS[name].items():
        values = np.array(drawn(name, column), dtype=float)
        if scale == "int":
            assert whole_numbers_p(values, int(low), int(high)) > 0.001, column
            continue
        values = SCALES[scale](values)
        if scale == "log":
            start, end = np.log([low, high])
        else:
            start, end = low, high
        # Ends of whole numbers on a log scale reach half a unit beyond.
        assert start - 0.01 <= values.min(), column
        assert values.max() <= end + 0.01, column
        assert stats.kstest(values, stats.uniform(start, end - start).cdf).pvalue > 0.001, column


def whole_numbers_p(values: np.ndarray, low: int, high: int) -> float:
    """P-value of "every whole number is equally likely", counted in at most 20 groups."""
    counts = np.bincount(values.astype(int) - low, minlength=high - low + 1)
    assert len(counts) == high - low + 1
    groups = np.array_split(counts, min(len(counts), 20))
    expected = np.array([len(group) for group in groups]) / len(counts) * len(values)
    return float(stats.chisquare([group.sum() for group in groups], expected).pvalue)


@pytest.mark.parametrize("name", CHOICES)
def test_choices_are_the_published_ones_and_equally_likely(name: str) -> None:
    for column, choices in CHOICES[name].items():
        distribution = parameter(spaces()[name], column).distribution
        assert isinstance(distribution, CategoricalDistribution)
        assert set(distribution.choices) == choices
        counts = [drawn(name, column).count(choice) for choice in choices]
        assert stats.chisquare(counts).pvalue > 0.001


@pytest.mark.parametrize("name", CONSTANT)
def test_constants_are_kept_as_columns(name: str) -> None:
    for column, value in CONSTANT[name].items():
        assert set(drawn(name, column)) == {value}


TREE_ONLY = {"subsample", "max_depth", "min_child_weight", "colsample_bytree", "colsample_bylevel"}


@pytest.mark.parametrize(
    ("name", "tree_only"),
    [
        ("memento/xgboost", TREE_ONLY),
        ("kuehn2018/xgboost", TREE_ONLY),
        ("rbv2/xgboost", TREE_ONLY | {"gamma"}),
    ],
)
def test_linear_models_of_xgboost_carry_no_tree_parameters(name: str, tree_only: set[str]) -> None:
    space = spaces()[name]
    linear = [row for row in load(name).rows if row["booster"] == "gblinear"]
    assert len(linear) > 300
    for row in linear:
        found = space.effective(row, SHAPE)
        assert not found.keys() & (tree_only | {"rate_drop", "skip_drop"})
        assert {"booster", "n_estimators", "learning_rate"} <= found.keys()
    trees = next(row for row in load(name).rows[1:] if row["booster"] == "gbtree")
    assert tree_only <= space.effective(trees, SHAPE).keys()


def test_dropping_trees_belongs_to_dart() -> None:
    space = spaces()["rbv2/xgboost"]
    for row in load("rbv2/xgboost").rows:
        found = space.effective(row, SHAPE)
        assert {"rate_drop", "skip_drop"} <= found.keys() or row["booster"] != "dart"
        assert not {"rate_drop", "skip_drop"} & found.keys() or row["booster"] == "dart"


@pytest.mark.parametrize("preset", ["kuehn2018", "rbv2"])
def test_kernels_have_the_parameters_that_the_bots_gave_them(preset: str) -> None:
    space = spaces()[f"{preset}/e1071_svm"]
    own = {"linear": set(), "polynomial": {"degree"}, "radial": {"gamma"}}
    for row in load(space.name).rows[1:]:
        found = space.effective(row, SHAPE)
        assert found.keys() & {"degree", "gamma"} == own[str(row["kernel"])]


def test_random_splits_belong_to_extremely_randomised_trees() -> None:
    space = spaces()["rbv2/ranger"]
    for row in load("rbv2/ranger").rows:
        assert ("num.random.splits" in space.effective(row, SHAPE)) == (
            row["splitrule"] == "extratrees"
        )


def test_shares_and_powers_of_ranger_become_numbers_of_columns_and_rows() -> None:
    space = spaces()["kuehn2018/ranger"]
    row = {**load("kuehn2018/ranger").rows[1], "mtry": 0.26, "min.node.size": 0.5}
    found = space.effective(row, Shape(rows=400, columns=10))
    assert (found["mtry"], found["min.node.size"]) == (3, 20)
    space = spaces()["rbv2/ranger"]
    row = {**load("rbv2/ranger").rows[1], "mtry.ratio": 0.26}
    assert space.effective(row, Shape(rows=400, columns=10))["mtry"] == 3


@pytest.mark.parametrize("preset", ["memento", "kuehn2018", "rbv2"])
@pytest.mark.parametrize("learner", ["kknn", "python_kknn"])
def test_grids_of_k_alone_hold_30_configurations(preset: str, learner: str) -> None:
    grid = load(f"{preset}/{learner}")
    assert len(grid.rows) == 1001
    assert n_effective(grid) == 30
    found = {grid.space.effective(row, SHAPE)["k"] for row in grid.rows}
    assert found == set(range(1, 31))


@pytest.mark.parametrize("preset", ["memento", "kuehn2018", "rbv2"])
def test_sources_say_what_is_exact_rebuilt_or_ours(preset: str) -> None:
    for space in spaces():
        if space.preset != preset:
            continue
        assert ("completed by us" in space.source) == (space.name in OURS)
        if space.learner in {"xgboost", "catboost"}:
            assert "for the R package run in Python" in space.source
        if space.learner == "python_kknn":
            assert f"as {preset}/kknn" in space.source


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("memento/xgboost", {"nrounds": "n_estimators", "eta": "learning_rate"}),
        (
            "kuehn2018/xgboost",
            {
                "nrounds": "n_estimators",
                "eta": "learning_rate",
                "lambda": "reg_lambda",
                "alpha": "reg_alpha",
            },
        ),
        ("memento/glmnet", {"lambda": "s", "alpha": "alpha"}),
        ("kuehn2018/glmnet", {"lambda": "s", "alpha": "alpha"}),
        ("rbv2/glmnet", {"s": "s", "alpha": "alpha"}),
        ("rbv2/ranger", {"mtry.ratio": "mtry"}),
    ],
)
def test_published_names_lead_to_the_arguments_of_our_adapters(
    name: str, arguments: dict[str, str]
) -> None:
    for column, argument in arguments.items():
        p = parameter(spaces()[name], column)
        assert (p.argument or p.name) == argument


def test_row_0_is_the_default_of_our_package_not_that_of_the_original() -> None:
    """MementoML's first row of xgboost was mlr's, with a single tree."""
    assert load("memento/xgboost").rows[0]["nrounds"] == 100
    ours = load("frostgrid/xgboost").space
    theirs = load("memento/xgboost").space
    full = ours.effective(load("frostgrid/xgboost").rows[0], SHAPE)
    short = theirs.effective(load("memento/xgboost").rows[0], SHAPE)
    assert short.items() <= full.items()


@pytest.mark.parametrize(
    "space", [s for s in spaces() if s.preset != "frostgrid"], ids=lambda s: s.name
)
def test_row_0_agrees_with_row_0_of_our_own_preset(space: Space) -> None:
    ours = load(f"frostgrid/{space.learner}")
    full = ours.space.effective(ours.rows[0], SHAPE)
    row = space.effective(load(space.name).rows[0], SHAPE)
    for argument in row.keys() & full.keys():
        # A logical FALSE is ranger's other name for "ignore".
        assert row[argument] in (full[argument], {"ignore": False}.get(str(full[argument]), "")), (
            argument
        )


def test_only_the_preset_of_that_name_asks_gbm_for_its_multinomial_distribution() -> None:
    for space in spaces():
        asks = any(p.name == "distribution" for p in space.parameters)
        assert asks == (space.name == "multinomial/gbm")
    space = spaces()["multinomial/gbm"]
    for row in load(space.name).rows:
        assert space.effective(row, SHAPE)["distribution"] == "multinomial"
    assert "broken" in space.source


def test_every_preset_is_declared_beside_its_spaces() -> None:
    folder = Path(grids.spaces.__path__[0])
    folders = {path.parent.name for path in folder.glob("*/__init__.py")}
    assert {preset.name for preset in presets()} == folders
    for space in spaces():
        assert (folder / space.preset / f"{space.learner}.py").is_file()

"""Both sides of every twin on the same rows: equal, or close where chance decides."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

from frostgrid.base.arrays import FloatMatrix
from grids.frozen import load
from grids.registry import twins
from grids.space import Config, Shape
from grids.twin import Twin
from r_bridge.call import RError
from runners.availability import availability
from runners.fold import Fold
from runners.heard import listening
from runners.learner import Learner
from runners.metrics import score
from runners.onehot import onehot
from runners.prepare import Prepared, prepare
from runners.preprocessing import Preprocessing
from runners.registry import learners
from splits.frozen import frozen_split
from suites.registry import Reference


@dataclass(frozen=True, slots=True, eq=False)
class Fitted:
    """One side after its fit."""

    learner: Learner
    model: Any
    data: Any
    warnings: int

    @property
    def prob(self) -> FloatMatrix:
        return self.learner.predict(self.model, self.data).prob

    @property
    def decision(self) -> FloatMatrix:
        assert self.learner.decide is not None
        found = self.learner.decide(self.model, self.data)
        assert found is not None
        return found


NOT_EVERYWHERE = {"gbm", "kknn"}
"""R learners that a release of Debian lacks."""


def named(name: str) -> Twin:
    """The twin ``name``; skips where a side cannot run here."""
    twin = twins()[name]
    for side in twin.sides.values():
        if not (state := availability(learners()[side])).available:
            if "CI" in os.environ and side not in NOT_EVERYWHERE:
                pytest.fail(state.reason)
            pytest.skip(state.reason)
    return twin


def fits(twin: Twin, fold: Fold, config: Config, columns: int = 0) -> list[Fitted]:
    """Both sides where the R learner's grid says ``config``; ``columns`` before encoding."""
    shape = Shape(len(fold.y_train), columns or len(fold.levels))
    found = []
    for side in twin.sides.values():
        learner = learners()[side]
        data = learner.load(fold)
        with listening() as heard:
            model = learner.fit(data, twin.configuration(side, config, shape), 1)
        found.append(Fitted(learner, model, data, heard.count))
    return found


def real(name: str, twin: Twin, split: int = 0) -> tuple[Prepared, int]:
    """A split of an embedded dataset as the twin sees it, and its columns before encoding."""
    dataset = Reference("catalogue", name).load()
    drawn = frozen_split(dataset, "bootstrap", split)
    preprocessing = Preprocessing.parse(twin.preprocessing)
    return prepare(dataset, drawn.train, drawn.test, preprocessing), dataset.n_columns


def made(n: int, k: int, *, levels: int = 0, constant: bool = False, seed: int = 0) -> Fold:
    """Overlapping classes; the last class comes first, so that R meets classes out of order."""
    rng = np.random.default_rng(seed)
    y = rng.permutation(np.arange(n, dtype=np.int32) % k)
    y[0], y[1] = k - 1, 0
    x = rng.normal(size=(n, 4)) + y[:, None] * rng.normal(size=4) / 2
    counts = [0, 0, 0, 0]
    if constant:
        x[:, 1] = 0.0
    if levels:
        x[:, 2] = (y + rng.integers(0, 2, n)) % levels
        counts[2] = levels
    # Trees of scikit-learn hold their thresholds in single precision.
    x = np.asfortranarray(x.astype(np.float32).astype(np.float64))
    half = n // 2
    y_train = y[:half]
    fold = Fold(x[:half], y_train, np.asfortranarray(x[half:]), k, tuple(counts))
    return onehot(fold)


MACHINES = "e1071_svm~sklearn_svc"
FOLDS = {
    "two classes": made(120, 2),
    "four classes": made(240, 4),
    "categories": made(160, 3, levels=3),
    "a constant column": made(160, 3, constant=True),
}
KERNELS: list[Config] = [
    {"kernel": "linear", "cost": 2.0},
    {"kernel": "polynomial", "cost": 0.7, "gamma": 0.3, "degree": 3, "coef0": 0.5},
    {"kernel": "radial", "cost": 3.0},
    {"kernel": "radial", "cost": 50.0, "gamma": 0.6},
    {"kernel": "sigmoid", "cost": 15.0, "gamma": 0.2, "coef0": 0.3},
]


@pytest.mark.parametrize("weights", [{}, {"class.weights": "inverse"}], ids=["plain", "weighted"])
@pytest.mark.parametrize("config", KERNELS, ids=lambda c: f"{c['kernel']} {c.get('gamma', '')}")
@pytest.mark.parametrize("fold", FOLDS.values(), ids=FOLDS)
def test_machines_of_r_and_python_have_the_same_decision_values(
    fold: Fold, config: Config, weights: Config
) -> None:
    r, python = fits(named(MACHINES), fold, {**config, **weights})
    assert r.decision.shape == (len(fold.x_test), fold.n_classes * (fold.n_classes - 1) // 2)
    np.testing.assert_allclose(r.decision, python.decision, rtol=0, atol=1e-6)
    labels = [side.learner.predict(side.model, side.data).labels for side in (r, python)]
    assert labels[0] is not None
    assert labels[1] is not None
    np.testing.assert_array_equal(labels[0], labels[1])


@pytest.mark.parametrize("k", [2, 3, 4])
def test_positive_decision_values_say_the_first_class_of_a_pair(k: int) -> None:
    """Each class far out on a side of its own: the winner of its pairs is known."""
    centres = 10.0 * np.eye(4)[:k]
    y = np.repeat(np.arange(k, dtype=np.int32)[::-1], 20)
    x = np.asfortranarray(centres[y] + np.random.default_rng(0).normal(size=(len(y), 4)))
    fold = Fold(x, y, np.asfortranarray(centres), k, (0,) * 4)
    pairs = [(i, j) for i in range(k) for j in range(i + 1, k)]
    for side in fits(named(MACHINES), fold, {"kernel": "linear", "cost": 1.0}):
        for column, (first, second) in enumerate(pairs):
            assert side.decision[first, column] > 0.9
            assert side.decision[second, column] < -0.9


@pytest.mark.parametrize("name", ["iris", "hepatitis", "glass", "sonar"])
def test_machines_agree_on_rows_of_the_frozen_grid(name: str) -> None:
    """Row 4 is a sigmoid kernel whose solution on hepatitis depends on the order of classes."""
    twin = named(MACHINES)
    prepared, columns = real(name, twin)
    space, rows = load("frostgrid/e1071_svm").space, load("frostgrid/e1071_svm").rows
    for row in (*range(6), 10, 11):
        config = space.effective(rows[row], Shape(1, 1))
        r, python = fits(twin, prepared.fold, config, columns)
        assert np.abs(r.decision - python.decision).max() < 1e-6, row


LINEAR = "glmnet~sklearn_logistic_regression"


@pytest.mark.parametrize("alpha", [0.0, 0.4, 1.0])
@pytest.mark.parametrize("penalty", [0.003, 0.03])
@pytest.mark.parametrize("fold", FOLDS.values(), ids=FOLDS)
def test_elastic_nets_have_the_same_probabilities(fold: Fold, penalty: float, alpha: float) -> None:
    r, python = fits(named(LINEAR), fold, {"alpha": alpha, "s": penalty})
    assert python.warnings == 0, "saga has not converged"
    np.testing.assert_allclose(r.prob, python.prob, rtol=0, atol=1e-5)


def test_glmnet_follows_its_path_down_to_a_weak_penalty() -> None:
    """Asked for this penalty alone, it diverges on these rows and gives no model."""
    twin = named(LINEAR)
    prepared, columns = real("glass", twin, 1)
    r, python = fits(twin, prepared.fold, {"alpha": 0.993, "s": 0.00091}, columns)
    assert np.abs(r.prob - python.prob).max() < 0.02


def test_a_path_that_glmnet_cannot_follow_to_its_end_is_an_error() -> None:
    twin = named(LINEAR)
    learner = learners()[twin.r]
    fold = made(160, 3)
    config = twin.configuration(twin.r, {"alpha": 0.5, "s": 0.001}, Shape(80, 4))
    with pytest.raises(RError, match="found no minimum at the penalty s"), listening():
        learner.fit(learner.load(fold), {**config, "maxit": 60}, 1)


@pytest.mark.parametrize("k", [2, 3])
def test_the_penalty_of_scikit_learn_is_the_one_that_glmnet_minimises_with(k: int) -> None:
    """Twice the rows, each twice: glmnet's answer stays, and so must scikit-learn's."""
    fold = made(160, k)
    twice = Fold(
        np.vstack([fold.matrices("F")[0]] * 2),
        np.tile(fold.y_train, 2),
        fold.x_test,
        k,
        fold.levels,
    )
    config: Config = {"alpha": 0.5, "s": 0.02}
    once = [side.prob for side in fits(named(LINEAR), fold, config)]
    again = [side.prob for side in fits(named(LINEAR), twice, config)]
    for one, other in zip(once, again, strict=True):
        np.testing.assert_allclose(one, other, rtol=0, atol=1e-5)


def test_a_penalty_that_leaves_nothing_stops_saga_before_its_intercept() -> None:
    """A limit of scikit-learn that the documentation names; glmnet gives the classes' shares."""
    fold = made(150, 2)
    r, python = fits(named(LINEAR), fold, {"alpha": 1.0, "s": 5.0})
    shares = np.bincount(fold.y_train) / len(fold.y_train)
    np.testing.assert_allclose(r.prob, np.tile(shares, (len(r.prob), 1)), atol=1e-9)
    assert np.ptp(python.prob, axis=0).max() < 1e-9
    assert np.abs(python.prob - shares).max() < 0.2


@pytest.mark.parametrize("k", [2, 3])
@pytest.mark.parametrize(
    ("maxdepth", "minbucket", "minsplit"), [(3, 10, 20), (30, 15, 2), (5, 8, 40), (1, 1, 1)]
)
def test_trees_of_r_and_python_are_the_same_where_no_splits_tie(
    maxdepth: int, minbucket: int, minsplit: int, k: int
) -> None:
    config: Config = {
        "cp": 0.1,
        "maxdepth": maxdepth,
        "minbucket": minbucket,
        "minsplit": minsplit,
    }
    r, python = fits(named("rpart~sklearn_decision_tree"), made(600, k), config)
    np.testing.assert_allclose(r.prob, python.prob, rtol=0, atol=1e-12)
    assert len(np.unique(python.prob[:, 0])) > 1


@pytest.mark.parametrize("splits", [1, 4])
def test_boosted_trees_are_the_same_where_all_rows_are_used(splits: int) -> None:
    config: Config = {
        "n.trees": 30,
        "shrinkage": 0.1,
        "interaction.depth": splits,
        "n.minobsinnode": 20,
        "bag.fraction": 1.0,
    }
    r, python = fits(named("gbm~sklearn_gradient_boosting"), made(800, 2), config)
    np.testing.assert_allclose(r.prob, python.prob, rtol=0, atol=1e-9)
    assert np.ptp(python.prob[:, 0]) > 0.4


def test_boosted_trees_on_parts_of_the_rows_score_alike() -> None:
    config: Config = {"n.trees": 60, "interaction.depth": 3, "bag.fraction": 0.6}
    _alike("gbm~sklearn_gradient_boosting", "diabetes", config, splits=6, within=0.02)


def _alike(name: str, dataset: str, config: Config, *, splits: int, within: float) -> None:
    """Mean accuracy and area over splits differ by less than ``within``."""
    twin = named(name)
    differences = []
    for split in range(splits):
        prepared, columns = real(dataset, twin, split)
        assert prepared.n_classes == prepared.fold.n_classes
        r, python = (
            score(prepared.y_test, side.prob, None)
            for side in fits(twin, prepared.fold, config, columns)
        )
        assert r.auc is not None
        assert python.auc is not None
        differences.append([python.accuracy - r.accuracy, python.auc - r.auc])
    assert np.abs(np.mean(differences, axis=0)).max() < within


FORESTS: dict[str, list[Config]] = {
    "ranger~sklearn_random_forest": [
        {"num.trees": 150, "mtry": 3, "min.node.size": 10},
        {"num.trees": 150, "mtry": 3, "min.node.size": 30, "replace": True, "sample.fraction": 0.4},
        {"num.trees": 150, "min.node.size": 5, "replace": False, "sample.fraction": 1.0},
    ],
    "randomForest~sklearn_random_forest": [
        {"ntree": 150, "mtry": 3},
        {"ntree": 150, "mtry": 3, "nodesize": 5, "replace": True, "sampsize": 150},
    ],
}


@pytest.mark.parametrize("dataset", ["diabetes", "sonar"])
@pytest.mark.parametrize(
    ("name", "config"), [(name, config) for name, found in FORESTS.items() for config in found]
)
def test_forests_score_alike(name: str, config: Config, dataset: str) -> None:
    _alike(name, dataset, config, splits=4, within=0.03)


def r_nodes(side: Fitted) -> float:
    """Mean number of nodes of a tree of an R forest."""
    from r_bridge.from_r import from_r
    from r_bridge.session import start
    from r_bridge.to_r import to_r

    item = start().baseenv["[["]
    forest = item(side.model.handle, to_r("forest"))
    if side.learner.name == "randomForest":
        return float(np.mean(from_r(item(forest, to_r("ndbigtree")))))
    return float(np.mean([len(tree) for tree in item(forest, to_r("split.varIDs"))]))


@pytest.mark.parametrize("share", [1.0, 0.4])
@pytest.mark.parametrize("size", [1, 30, 80])
@pytest.mark.parametrize("name", FORESTS)
def test_trees_of_both_forests_have_as_many_nodes(name: str, size: int, share: float) -> None:
    """What the rule for node sizes is for: without it ranger's trees differ by half and more."""
    twin = named(name)
    prepared, columns = real("diabetes", twin)
    n = len(prepared.fold.y_train)
    config: Config = (
        {"num.trees": 100, "mtry": 3, "min.node.size": size, "sample.fraction": share}
        if twin.r == "ranger"
        else {"ntree": 100, "mtry": 3, "nodesize": size, "sampsize": int(share * n)}
    )
    r, python = fits(twin, prepared.fold, {**config, "replace": True}, columns)
    nodes = np.mean([tree.tree_.node_count for tree in python.model.estimators_])
    assert r_nodes(r) == pytest.approx(nodes, rel=0.06)


def test_neighbours_of_r_and_python_weigh_the_same() -> None:
    fold = made(200, 3)
    twin = named("kknn~python_kknn")
    for row in range(12):
        space, rows = load("frostgrid/kknn").space, load("frostgrid/kknn").rows
        config = space.effective(rows[row], Shape(100, 4))
        r, python = fits(twin, fold, config)
        np.testing.assert_allclose(r.prob, python.prob, rtol=0, atol=1e-9)


def test_every_twin_has_a_test_of_its_fits() -> None:
    told = {MACHINES, LINEAR, *FORESTS, "kknn~python_kknn"}
    told |= {"rpart~sklearn_decision_tree", "gbm~sklearn_gradient_boosting"}
    assert told == {twin.name for twin in twins()}

"""Do the installed Python packages know every argument, default and value of our spaces?"""

from __future__ import annotations

import json
import warnings
from collections.abc import Callable
from importlib import import_module
from inspect import Parameter as Argument
from inspect import signature
from typing import Any

import numpy as np
import pytest
from corners import corner_rows
from sklearn.exceptions import ConvergenceWarning
from sklearn.tree import DecisionTreeClassifier
from threadpoolctl import threadpool_limits

from grids.draw import draw
from grids.frozen import load
from grids.registry import spaces
from grids.space import Config, Shape

CLASSES = {
    "xgboost": "xgboost.XGBClassifier",
    "lightgbm": "lightgbm.LGBMClassifier",
    "catboost": "catboost.CatBoostClassifier",
    "sklearn_random_forest": "sklearn.ensemble.RandomForestClassifier",
    "sklearn_extra_trees": "sklearn.ensemble.ExtraTreesClassifier",
    "sklearn_hist_gradient_boosting": "sklearn.ensemble.HistGradientBoostingClassifier",
    "sklearn_logistic_regression": "sklearn.linear_model.LogisticRegression",
    "sklearn_knn": "sklearn.neighbors.KNeighborsClassifier",
    "sklearn_svc": "sklearn.svm.SVC",
    "sklearn_mlp": "sklearn.neural_network.MLPClassifier",
    "sklearn_decision_tree": "sklearn.tree.DecisionTreeClassifier",
    "sklearn_gaussian_nb": "sklearn.naive_bayes.GaussianNB",
    "sklearn_dummy": "sklearn.dummy.DummyClassifier",
    "sklearn_lda": "sklearn.discriminant_analysis.LinearDiscriminantAnalysis",
    "sklearn_qda": "sklearn.discriminant_analysis.QuadraticDiscriminantAnalysis",
    "sklearn_ridge": "sklearn.linear_model.RidgeClassifier",
    "sklearn_sgd": "sklearn.linear_model.SGDClassifier",
    "sklearn_passive_aggressive": "sklearn.linear_model.SGDClassifier",
    "sklearn_perceptron": "sklearn.linear_model.Perceptron",
    "sklearn_nearest_centroid": "sklearn.neighbors.NearestCentroid",
    "sklearn_complement_nb": "sklearn.naive_bayes.ComplementNB",
    "sklearn_multinomial_nb": "sklearn.naive_bayes.MultinomialNB",
    "sklearn_bernoulli_nb": "sklearn.naive_bayes.BernoulliNB",
    "sklearn_adaboost": "sklearn.ensemble.AdaBoostClassifier",
    "sklearn_gradient_boosting": "sklearn.ensemble.GradientBoostingClassifier",
}
FIXED: dict[str, dict[str, object]] = {
    "xgboost": {"n_jobs": 1},
    "lightgbm": {"n_jobs": 1, "verbosity": -1},
    "catboost": {"thread_count": 1, "verbose": False, "allow_writing_files": False},
    "sklearn_logistic_regression": {"solver": "saga"},
    "sklearn_lda": {"solver": "lsqr"},
    "sklearn_passive_aggressive": {"loss": "hinge", "penalty": None},
}
# Defaults by which a package says that it computes the value; our row 0 says None.
COMPUTED = {
    ("sklearn_random_forest", "max_features"): "sqrt",
    ("sklearn_extra_trees", "max_features"): "sqrt",
    ("sklearn_svc", "gamma"): "scale",
    ("sklearn_mlp", "batch_size"): "auto",
}
LAYERS = {"hidden_layer_size", "hidden_layers"}
BUILT = {"sklearn_mlp": LAYERS, "sklearn_adaboost": {"max_depth"}}
"""Arguments that our adapters build another argument from."""

NOT_ITS_SIGNATURE = {"xgboost", "catboost", "sklearn_passive_aggressive"}
"""Learners whose defaults stand elsewhere; other tests see to them."""

ROUNDS = {"n_estimators", "iterations", "max_iter"}
SHAPE = Shape(rows=60, columns=4)

every_learner = pytest.mark.parametrize("learner", CLASSES)


def classifier(learner: str) -> Callable[..., Any]:
    module, _, name = CLASSES[learner].rpartition(".")
    found: Callable[..., Any] = getattr(import_module(module), name)
    return found


def arguments(learner: str) -> dict[str, Argument]:
    """Arguments of the constructor; xgboost's class passes most on to the one it is made from."""
    made_from = [c for c in reversed(classifier(learner).__mro__) if c is not object]  # type: ignore[attr-defined]
    found: dict[str, Argument] = {}
    for each in made_from:
        found |= signature(each.__init__).parameters
    return {name: a for name, a in found.items() if a.kind != Argument.VAR_KEYWORD}


def build(learner: str, config: Config) -> Any:  # noqa: ANN401 - packages have no common type
    kept = dict(config) | FIXED.get(learner, {})
    if learner == "sklearn_mlp":
        size, layers = kept.pop("hidden_layer_size"), kept.pop("hidden_layers")
        kept["hidden_layer_sizes"] = (size,) * layers  # type: ignore[operator]
    if learner == "sklearn_adaboost":
        kept["estimator"] = DecisionTreeClassifier(max_depth=kept.pop("max_depth"))
    return classifier(learner)(**kept)


def data(n_classes: int) -> tuple[Any, Any]:
    random = np.random.RandomState(0)
    y = np.arange(SHAPE.rows) % n_classes
    # Nowhere negative, since some learners refuse such values.
    return np.abs(random.normal(size=(SHAPE.rows, SHAPE.columns)) + 4) + y[:, None], y


@every_learner
def test_every_argument_is_one_of_the_constructor(learner: str) -> None:
    known = set(arguments(learner))
    for p in load(learner).space.parameters:
        assert (p.argument or p.name) in known | BUILT.get(learner, set())


@pytest.mark.parametrize("learner", [k for k in CLASSES if k not in NOT_ITS_SIGNATURE])
def test_row_0_holds_the_defaults_of_the_signature(learner: str) -> None:
    known = arguments(learner)
    for p in load(learner).space.parameters:
        if p.name in BUILT.get(learner, set()):
            continue
        default = known[p.name].default
        expected = None if default == COMPUTED.get((learner, p.name)) else default
        assert p.default == expected, p.name
        assert isinstance(p.default, bool) == isinstance(expected, bool), p.name


def test_row_0_of_the_network_is_its_one_layer_of_100() -> None:
    row = load("sklearn_mlp").rows[0]
    assert arguments("sklearn_mlp")["hidden_layer_sizes"].default == (100,)
    assert (row["hidden_layer_size"], row["hidden_layers"]) == (100, 1)


def test_row_0_of_adaboost_has_the_tree_that_adaboost_takes_by_itself() -> None:
    x, y = data(2)
    fitted = classifier("sklearn_adaboost")(n_estimators=1).fit(x, y)
    assert load("sklearn_adaboost").rows[0]["max_depth"] == fitted.estimators_[0].max_depth


def test_row_0_of_the_passive_aggressive_classifier_is_that_of_its_former_class() -> None:
    module = import_module("sklearn.linear_model")
    former = getattr(module, "PassiveAggressiveClassifier", None)
    if former is None:
        pytest.skip("this scikit-learn has the class no more")
    row = load("sklearn_passive_aggressive").rows[0]
    written = signature(former).parameters
    for name in ("C", "average", "class_weight"):
        assert row[name] == written[name].default
    assert (row["learning_rate"], written["loss"].default) == ("pa1", "hinge")


def test_the_network_takes_200_rows_where_row_0_does() -> None:
    """The default "auto" fits as the number of rows that the default rule gives."""
    space = load("sklearn_mlp").space
    for rows, expected in [(60, 60), (1000, 200)]:
        assert space.effective(draw(space, 0, 0), Shape(rows, 4))["batch_size"] == expected


def test_row_0_of_xgboost_is_what_xgboost_fits_by_itself() -> None:
    x, y = data(2)
    fitted = classifier("xgboost")(n_jobs=1).fit(x, y)
    config = json.loads(fitted.get_booster().save_config())["learner"]["gradient_booster"]
    trees = config["tree_train_param"]
    # The package's names of three arguments.
    aliases = {"reg_lambda": "lambda", "reg_alpha": "alpha"}
    row = load("xgboost").rows[0]
    assert row["booster"] == config["name"] == "gbtree"
    assert row["n_estimators"] == fitted.get_booster().num_boosted_rounds()
    policies = {"0": "depthwise", "1": "lossguide"}
    assert row["grow_policy"] == policies.get(trees["grow_policy"], trees["grow_policy"])
    for name in set(row) - {"booster", "n_estimators", "grow_policy"}:
        assert row[name] == pytest.approx(float(trees[aliases.get(name, name)]), rel=1e-6), name


@pytest.mark.parametrize("n_classes", [2, 3])
def test_row_0_of_catboost_is_what_catboost_fits_by_itself(n_classes: int) -> None:
    x, y = data(n_classes)
    fitted = classifier("catboost")(verbose=False, thread_count=1, allow_writing_files=False)
    fitted.fit(x, y)
    used = fitted.get_all_params()
    row = load("catboost").rows[0]
    unset = {name for name, value in row.items() if value is None}
    assert unset == {"learning_rate", "bootstrap_type", "subsample", "auto_class_weights"}
    assert used["auto_class_weights"] == "None"
    effective = load("catboost").space.effective(row, SHAPE)
    for name, value in effective.items():
        assert used[name] == value, name


@every_learner
def test_the_package_takes_every_value_without_a_deprecation(learner: str) -> None:
    space = load(learner).space
    x, y = data(3)
    with threadpool_limits(1), warnings.catch_warnings():
        warnings.simplefilter("error")
        # A short fit may stop before it converges; that is a result, not a misuse.
        warnings.simplefilter("ignore", ConvergenceWarning)
        for row in corner_rows(space):
            config = space.effective(row, SHAPE)
            short = dict.fromkeys(ROUNDS & set(config), 10)
            fitted = build(learner, config | short).fit(x, y)
            assert fitted.predict(x).shape[0] == SHAPE.rows


def test_neighbours_fit_where_rows_are_fewer_than_k() -> None:
    space = spaces()["frostgrid/sklearn_knn"]
    row = {**draw(space, 0, 0), "n_neighbors": 100}
    x, y = data(2)
    config = space.effective(row, Shape(rows=4, columns=4))
    assert build("sklearn_knn", config).fit(x[:4], y[:4]).predict(x).shape == (60,)

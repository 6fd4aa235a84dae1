"""What is particular to single Python learners; the conformance suite tests what they share."""

from __future__ import annotations

import subprocess
import sys
import warnings
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from sklearn import linear_model
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.linear_model import Perceptron, RidgeClassifier, SGDClassifier
from sklearn.neighbors import NearestCentroid
from sklearn.svm import SVC

from frostgrid.base.arrays import FloatMatrix
from frostgrid.base.errors import NotApplicableError
from grids.space import Config
from runners.fold import Fold
from runners.learner import Learner, Prediction
from runners.onehot import onehot
from runners.registry import learners


def named(name: str) -> Learner:
    return learners()[name]


def predict(name: str, fold: Fold, config: Config, seed: int = 1) -> Prediction:
    learner = named(name)
    data = learner.load(fold)
    return learner.predict(learner.fit(data, config, seed), data)


def fold_of(n: int, k: int, *, levels: tuple[int, ...] = (0, 0), seed: int = 0) -> Fold:
    """Noise with a little signal; every class and level occurs."""
    rng = np.random.default_rng(seed)
    y = (np.arange(n) % k).astype(np.int32)
    columns = [
        rng.permutation(np.arange(n) % count).astype(float)
        if count
        else rng.normal(size=n) + 0.5 * y
        for count in levels
    ]
    x: FloatMatrix = np.array(columns).T
    return Fold(x, y, x[:20].copy(order="F"), k, levels)


def test_looking_for_learners_imports_none_of_their_packages() -> None:
    code = (
        "import sys; from runners.registry import learners; assert len(learners()) > 12;"
        "print(*{'sklearn', 'xgboost', 'lightgbm', 'catboost', 'rpy2'} & sys.modules.keys())"
    )
    run = [sys.executable, "-c", code]
    assert subprocess.run(run, capture_output=True, text=True, check=True).stdout.strip() == ""


@pytest.mark.parametrize("k", [2, 3])
def test_catboost_writes_no_files_and_takes_the_loss_from_the_fold(
    k: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    learner = named("catboost")
    model = learner.fit(learner.load(fold_of(60, k)), {"iterations": 3}, 1)
    assert model.get_all_params()["loss_function"] == ("Logloss" if k == 2 else "MultiClass")
    assert list(tmp_path.iterdir()) == []
    assert capfd.readouterr().out == ""


def test_catboost_takes_categories_as_categories() -> None:
    learner, fold = named("catboost"), fold_of(60, 2, levels=(0, 4))
    assert learner.load(fold).train.get_cat_feature_indices() == [1]


def test_catboost_says_that_all_columns_are_constant() -> None:
    fold = replace(fold_of(20, 2), x_train=np.ones((20, 2), order="F"))
    with pytest.raises(NotApplicableError, match="all_constant"):
        predict("catboost", fold, {"iterations": 3})


def test_naive_bayes_says_that_all_columns_are_constant() -> None:
    fold = replace(fold_of(20, 2), x_train=np.ones((20, 2), order="F"))
    with pytest.raises(NotApplicableError, match="all_constant"):
        predict("sklearn_gaussian_nb", fold, {})


def test_trees_of_xgboost_see_categories_and_its_linear_model_sees_columns_of_0_and_1() -> None:
    fold = fold_of(120, 2, levels=(0, 6))
    config: Config = {"n_estimators": 5, "booster": "gblinear"}
    linear = predict("xgboost", fold, config).prob
    np.testing.assert_array_equal(linear, predict("xgboost", onehot(fold), config).prob)
    trees = predict("xgboost", fold, {"n_estimators": 5}).prob
    as_numbers = predict("xgboost", replace(fold, levels=(0, 0)), {"n_estimators": 5}).prob
    assert not np.array_equal(trees, as_numbers)


def test_rows_of_many_classes_sum_to_one_in_spite_of_single_precision() -> None:
    prob = predict("xgboost", fold_of(400, 100), {"n_estimators": 3}).prob
    assert prob.dtype == np.float64
    np.testing.assert_allclose(prob.sum(axis=1), 1.0, atol=1e-12)


def test_lightgbm_uses_the_binary_objective_for_two_classes() -> None:
    learner = named("lightgbm")
    for k, objective in ((2, "binary"), (3, "multiclass")):
        model = learner.fit(learner.load(fold_of(60, k)), {"n_estimators": 3}, 1)
        assert model.objective_ == objective


def test_lightgbm_takes_categories_as_categories() -> None:
    fold = fold_of(400, 2, levels=(0, 3))
    config = {"n_estimators": 5}
    with_levels = predict("lightgbm", fold, config).prob
    as_numbers = predict("lightgbm", replace(fold, levels=(0, 0)), config).prob
    assert not np.array_equal(with_levels, as_numbers)


def test_lightgbm_says_that_a_sample_of_the_rows_is_empty() -> None:
    config = {"n_estimators": 3, "subsample": 0.1, "subsample_freq": 1}
    with pytest.raises(NotApplicableError, match=r"too_few_rows: 0.1 of 4 rows is none"):
        predict("lightgbm", fold_of(4, 2), config)
    assert len(predict("lightgbm", fold_of(10, 2), config).prob) == 10
    half = {**config, "subsample": 0.5}  # a single row, where there are two
    assert len(predict("lightgbm", fold_of(2, 2), half).prob) == 2


def test_histogram_boosting_says_that_a_column_has_too_many_levels() -> None:
    with pytest.raises(NotApplicableError, match="too_many_levels: a column has 300 levels"):
        predict("sklearn_hist_gradient_boosting", fold_of(600, 2, levels=(0, 300)), {})
    few = fold_of(600, 2, levels=(0, 20))
    with pytest.raises(NotApplicableError, match="20 levels for 16 bins"):
        predict("sklearn_hist_gradient_boosting", few, {"max_bins": 16})


def test_histogram_boosting_says_that_it_cannot_stop_early_on_a_class_of_one_row() -> None:
    fold = fold_of(10_001, 2)
    y = np.zeros(10_001, dtype=np.int32)
    y[7] = 1
    with pytest.raises(NotApplicableError, match="rare_class"):
        predict("sklearn_hist_gradient_boosting", replace(fold, y_train=y), {"max_iter": 2})


def test_more_neighbours_than_rows_are_refused_with_both_numbers() -> None:
    with pytest.raises(NotApplicableError, match="too_few_rows: 9 neighbours of 8 training rows"):
        predict("sklearn_knn", fold_of(8, 2), {"n_neighbors": 9})
    with pytest.raises(NotApplicableError, match="5 neighbours of 4"):
        predict("sklearn_knn", fold_of(4, 2), {})
    assert len(predict("sklearn_knn", fold_of(8, 2), {"n_neighbors": 8}).prob) == 8


def test_labels_of_the_support_vector_machine_are_its_own() -> None:
    """A stiff machine predicts one class for all; its calibrated probabilities do not."""
    fold, config = fold_of(60, 2), {"C": 0.001}
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        found = predict("sklearn_svc", fold, config)
    assert found.labels is not None
    machine = SVC(**config).fit(fold.x_train, fold.y_train)
    np.testing.assert_array_equal(found.labels, machine.predict(fold.x_test))
    assert (found.labels != found.prob.argmax(axis=1)).any()


def test_the_support_vector_machine_needs_two_rows_of_every_class() -> None:
    fold = fold_of(20, 2)
    y = fold.y_train.copy()
    y[:] = 0
    y[3] = 1
    with pytest.raises(NotApplicableError, match="rare_class"):
        predict("sklearn_svc", replace(fold, y_train=y), {})
    y[4] = 1
    assert len(predict("sklearn_svc", replace(fold, y_train=y), {}).prob) == 20


CALIBRATED = {
    "sklearn_svc": SVC(),
    "sklearn_ridge": RidgeClassifier(),
    "sklearn_sgd": SGDClassifier(random_state=1),
    "sklearn_perceptron": Perceptron(random_state=1),
}


@pytest.mark.parametrize("name", CALIBRATED)
@pytest.mark.parametrize("k", [2, 3])
def test_labels_of_a_calibrated_learner_are_those_of_the_machine_on_all_rows(
    name: str, k: int
) -> None:
    fold = fold_of(90, k)
    found = predict(name, fold, {})
    machine = CALIBRATED[name].fit(fold.x_train, fold.y_train)
    assert found.labels is not None
    np.testing.assert_array_equal(found.labels, machine.predict(fold.x_test))
    assert (found.prob.std(axis=0) > 0).all()


@pytest.mark.parametrize("name", ["sklearn_ridge", "sklearn_perceptron", "sklearn_sgd"])
def test_calibration_needs_two_rows_of_every_class(name: str) -> None:
    fold = fold_of(20, 2)
    y = np.zeros(20, dtype=np.int32)
    y[3] = 1
    with pytest.raises(NotApplicableError, match="rare_class"):
        predict(name, replace(fold, y_train=y), {})


@pytest.mark.parametrize("loss", ["log_loss", "modified_huber"])
def test_losses_that_have_probabilities_are_not_calibrated(loss: str) -> None:
    fold = fold_of(90, 3)
    machine = SGDClassifier(loss=loss, random_state=1).fit(fold.x_train, fold.y_train)
    found = predict("sklearn_sgd", fold, {"loss": loss})
    np.testing.assert_array_equal(found.prob, machine.predict_proba(fold.x_test))


@pytest.mark.parametrize(("rate", "loss"), [("pa1", "hinge"), ("pa2", "squared_hinge")])
def test_the_passive_aggressive_classifier_is_that_of_its_former_class(
    rate: str, loss: str
) -> None:
    former = getattr(linear_model, "PassiveAggressiveClassifier", None)
    if former is None:
        pytest.skip("this scikit-learn has the class no more")
    fold = fold_of(90, 3)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", FutureWarning)
        machine = former(C=0.3, loss=loss, random_state=1).fit(fold.x_train, fold.y_train)
    found = predict("sklearn_passive_aggressive", fold, {"eta0": 0.3, "learning_rate": rate})
    assert found.labels is not None
    np.testing.assert_array_equal(found.labels, machine.predict(fold.x_test))


def test_quadratic_discriminant_analysis_says_that_columns_are_collinear() -> None:
    """A third column that copies the first led to a division by zero and useless predictions."""
    fold = fold_of(60, 2, levels=(0, 0, 0))
    x_train, x_test = (x[:, [0, 1, 0]] for x in fold.matrices("F"))
    fold = replace(fold, x_train=x_train, x_test=x_test)
    with pytest.raises(NotApplicableError, match="collinear"):
        predict("sklearn_qda", fold, {})
    assert np.isfinite(predict("sklearn_qda", fold, {"reg_param": 0.1}).prob).all()


def test_linear_discriminant_analysis_without_shrinkage_is_that_of_the_default_solver() -> None:
    fold = fold_of(90, 3)
    machine = LinearDiscriminantAnalysis().fit(fold.x_train, fold.y_train)
    found = predict("sklearn_lda", fold, {}).prob
    np.testing.assert_allclose(found, machine.predict_proba(fold.x_test), atol=1e-9)


def test_labels_of_the_nearest_class_mean_are_its_own() -> None:
    fold = fold_of(90, 3)
    found = predict("sklearn_nearest_centroid", fold, {})
    machine = NearestCentroid().fit(fold.x_train, fold.y_train)
    assert found.labels is not None
    np.testing.assert_array_equal(found.labels, machine.predict(fold.x_test))


@pytest.mark.parametrize("name", ["sklearn_complement_nb", "sklearn_multinomial_nb"])
def test_learners_of_proportions_get_no_negative_number(name: str) -> None:
    """Standardised columns are an error there: the scaler is chosen per learner."""
    assert str(named(name).preprocessing) == "impute-onehot-minmax"
    with pytest.raises(ValueError, match="Negative values"):
        predict(name, fold_of(60, 2), {})


def test_the_cut_of_bernoulli_naive_bayes_is_at_the_mean_by_default() -> None:
    assert str(named("sklearn_bernoulli_nb").preprocessing) == "impute-onehot-standard"


def test_adaboost_boosts_trees_of_the_depth_asked_for() -> None:
    learner = named("sklearn_adaboost")
    data = learner.load(fold_of(90, 3))
    for config, depth in (({}, 1), ({"max_depth": 3}, 3)):
        model = learner.fit(data, {"n_estimators": 3, **config}, 1)
        assert {tree.max_depth for tree in model.estimators_} == {depth}


def test_adaboost_says_that_its_first_tree_is_no_better_than_chance() -> None:
    fold = replace(fold_of(60, 3), x_train=np.ones((60, 2), order="F"))
    with pytest.raises(NotApplicableError, match="no_better_than_chance"):
        predict("sklearn_adaboost", fold, {})


def test_our_nearest_neighbours_know_categories() -> None:
    fold = fold_of(60, 2, levels=(0, 4))
    with_levels = predict("python_kknn", fold, {"k": 5}).prob
    as_numbers = predict("python_kknn", replace(fold, levels=(0, 0)), {"k": 5}).prob
    assert not np.array_equal(with_levels, as_numbers)


def test_layers_of_the_network_are_built_from_their_size_and_number() -> None:
    learner = named("sklearn_mlp")
    data = learner.load(fold_of(30, 2))
    with pytest.warns(match="Maximum iterations"):
        model = learner.fit(data, {"hidden_layer_size": 8, "hidden_layers": 3, "max_iter": 2}, 1)
    assert model.hidden_layer_sizes == (8, 8, 8)
    with pytest.warns(match="Maximum iterations"):
        assert learner.fit(data, {"max_iter": 2}, 1).hidden_layer_sizes == (100,)


def test_logistic_regression_mixes_both_penalties() -> None:
    learner = named("sklearn_logistic_regression")
    data = learner.load(fold_of(200, 2, levels=(0, 0, 3)))
    zeros = {}
    for share in (0.0, 1.0):
        model = learner.fit(data, {"C": 0.02, "l1_ratio": share}, 1)
        zeros[share] = int((model.coef_ == 0).sum())
    assert zeros[0.0] == 0
    assert zeros[1.0] > 0


def test_random_labels_of_the_baseline_are_its_own() -> None:
    found = predict("sklearn_dummy", fold_of(40, 2), {"strategy": "uniform"})
    assert found.labels is not None
    assert set(found.labels) == {0, 1}
    assert (found.prob == 0.5).all()

"""What broke R packages elsewhere, through the learners as the registry holds them."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from frostgrid.base.errors import FrostgridError, NotApplicableError
from grids.draw import draw
from grids.registry import spaces
from grids.space import Config, Shape
from r_bridge.call import RError
from r_bridge.from_r import from_r
from r_bridge.script import SCRIPTS
from runners.availability import availability
from runners.fold import Fold
from runners.learner import Learner, Prediction
from runners.prepare import prepare
from runners.r_learner import r_learners
from splits.frozen import frozen_split
from suites.dataset import About, Dataset
from suites.registry import suite

LEARNERS = {learner.name: learner for learner in r_learners()}
QUICK: dict[str, Config] = {
    "ranger": {"num.trees": 30},
    "randomForest": {"ntree": 30},
    "glmnet": {"s": 0.01},
    "gbm": {"n.trees": 30},
    "kknn": {"k": 5},
    "nnet": {"size": 3},
}


HERE = sorted(name for name in LEARNERS if availability(LEARNERS[name]).available)
"""The conformance suite tells of the others, and fails in CI where Debian has their packages."""


def found(name: str) -> Learner:
    if name not in HERE:
        pytest.skip(availability(LEARNERS[name]).reason)
    return LEARNERS[name]


@pytest.fixture(params=HERE)
def learner(request: pytest.FixtureRequest) -> Learner:
    return found(request.param)


def separable(n_classes: int, copies: int = 40, columns: int = 2) -> Fold:
    """Classes ten standard deviations apart in the first column, noise in the others."""
    rng = np.random.RandomState(0)
    y = np.repeat(np.arange(n_classes, dtype=np.int32), copies)
    noise = rng.uniform(size=(len(y), columns - 1))
    x = np.asfortranarray(np.column_stack([rng.normal(10.0 * y, 1.0), noise]))
    return Fold(x, y, x, n_classes, (0,) * columns)


def quick(learner: Learner) -> Config:
    """A cheap configuration; the defaults of a learner that is not listed."""
    space = spaces()[f"frostgrid/{learner.name}"]
    return QUICK.get(learner.name) or space.effective(draw(space, 0, 0), Shape(80, 2))


def answer(learner: Learner, fold: Fold, config: Config | None = None, seed: int = 7) -> Prediction:
    data = learner.load(fold)
    fitted = learner.fit(data, quick(learner) if config is None else config, seed)
    return learner.predict(fitted, data)


def several(learner: Learner) -> int:
    return 2 if learner.name == "gbm" else 3


def test_probabilities_are_complete_and_right(learner: Learner) -> None:
    fold = separable(several(learner))
    prob = answer(learner, fold).prob
    assert prob.shape == (len(fold.x_test), fold.n_classes)
    np.testing.assert_allclose(prob.sum(axis=1), 1.0, atol=1e-9)
    assert prob.min() >= 0
    assert (prob.argmax(axis=1) == fold.y_train).mean() > 0.95


def test_columns_follow_the_class_codes_in_whatever_order_classes_appear(learner: Learner) -> None:
    """e1071 orders columns by first appearance; a swapped class swaps the columns."""
    fold = separable(several(learner))
    backwards = (fold.n_classes - 1 - fold.y_train).astype(np.int32)
    swapped = Fold(fold.x_train, backwards, fold.x_test, fold.n_classes, fold.levels)
    prob = answer(learner, swapped).prob
    assert (prob.argmax(axis=1) == backwards).mean() > 0.95


def test_a_single_test_row_gives_a_single_row(learner: Learner) -> None:
    fold = separable(several(learner))
    one = replace(fold, x_test=fold.matrices("F")[1][:1])
    given = answer(learner, one)
    assert given.prob.shape == (1, fold.n_classes)
    assert given.prob[0].argmax() == 0
    assert given.labels is None or given.labels.tolist() == [0]


def test_the_same_seed_gives_the_same_answer_whatever_ran_between(learner: Learner) -> None:
    rng = np.random.RandomState(3)
    x = np.asfortranarray(rng.normal(size=(120, 3)))
    y = rng.randint(0, 2, size=120).astype(np.int32)
    fold = Fold(x, y, x[:40], 2, (0, 0, 0))
    data = learner.load(fold)
    config = quick(learner)
    first, second = learner.fit(data, config, 1), learner.fit(data, config, 2)
    before = learner.predict(first, data).prob
    learner.predict(second, data)
    np.testing.assert_array_equal(learner.predict(first, data).prob, before)
    np.testing.assert_array_equal(answer(learner, fold, seed=1).prob, before)


@pytest.mark.parametrize("name", ["ranger", "randomForest", "gbm", "e1071_svm"])
def test_the_seed_matters_to_learners_that_draw(name: str) -> None:
    rng = np.random.RandomState(3)
    x = np.asfortranarray(rng.normal(size=(120, 3)))
    fold = Fold(x, rng.randint(0, 2, size=120).astype(np.int32), x, 2, (0, 0, 0))
    one, other = (answer(found(name), fold, seed=seed).prob for seed in (1, 2))
    assert (one != other).any()


def test_categories_reach_learners_that_know_them(learner: Learner) -> None:
    """The class is the parity of a level: codes taken for numbers could not be split once."""
    if learner.preprocessing.encoding == "onehot":
        with pytest.raises(NotApplicableError, match="categorical_columns"):
            learner.load(Fold(*parity()))
        return
    x, y, test, n_classes, levels = parity()
    configs: dict[str, Config] = {
        "ranger": {
            "num.trees": 50,
            "mtry": 2,
            "max.depth": 1,
            "respect.unordered.factors": "order",
        },
        "randomForest": {"ntree": 50, "mtry": 2, "maxnodes": 2},
        "rpart": {"maxdepth": 1},
        "gbm": {"n.trees": 50, "interaction.depth": 1},
        "partykit_ctree": {"maxdepth": 1},
    }
    config = configs.get(learner.name, {"k": 5})
    prob = answer(learner, Fold(x, y, test, n_classes, levels), config).prob
    assert (prob.argmax(axis=1) == y).all()


def parity() -> tuple[np.ndarray, np.ndarray, np.ndarray, int, tuple[int, ...]]:
    code = np.tile(np.arange(6.0), 20)
    x = np.asfortranarray(np.column_stack([code, np.random.RandomState(0).uniform(size=120)]))
    return x, (code % 2).astype(np.int32), x, 2, (6, 0)


# ranger


def test_rangers_own_reason_is_in_the_message() -> None:
    """R's condition says only 'User interrupt or internal error.'"""
    with pytest.raises(RError, match="mtry can not be larger than number of variables"):
        answer(found("ranger"), separable(2), {"num.trees": 5, "mtry": 30})


@pytest.mark.parametrize("empty", [0, 1, 2])
def test_a_level_of_the_class_without_rows_shifts_no_column(learner: Learner, empty: int) -> None:
    """ranger labelled rows one class off where a level was empty."""
    full = separable(3)
    rows = full.y_train != empty
    x_train, x_test = (x[rows] for x in full.matrices("F"))
    fold = Fold(x_train, full.y_train[rows], x_test, 3, full.levels)
    prob = answer(learner, fold).prob
    assert (prob[:, empty] == 0).all()
    assert (prob.argmax(axis=1) == fold.y_train).mean() > 0.95


def test_a_class_of_two_equal_rows_is_fitted() -> None:
    x = np.asfortranarray([[0.0, 1], [0, 1], [5, 2], [6, 3], [7, 4], [8, 5]])
    y = np.array([1, 1, 0, 0, 0, 0], dtype=np.int32)
    assert answer(found("ranger"), Fold(x, y, x, 2, (0, 0))).prob.shape == (6, 2)


@pytest.mark.parametrize("only", [0, 1])
def test_ranger_gives_both_columns_where_two_equal_rows_have_one_class(only: int) -> None:
    """No task comes here with one class; ranger worked or crashed by the order of its levels."""
    fold = Fold(np.ones((2, 2), order="F"), np.full(2, only, np.int32), np.ones((3, 2)), 2, (0, 0))
    expected = np.tile(np.arange(2) == only, (3, 1))
    np.testing.assert_array_equal(answer(found("ranger"), fold).prob, expected)


@pytest.mark.parametrize("treatment", ["ignore", "order", "partition"])
@pytest.mark.parametrize("absent", [0, 1, 2, 3])
def test_ranger_takes_unseen_levels_and_absent_classes_under_every_treatment_of_factors(
    treatment: str, absent: int
) -> None:
    """With "order" ranger says "Missing values in data" where a class or level has no rows."""
    y = np.tile(np.arange(4, dtype=np.int32), 30)
    x = np.column_stack([y, np.arange(120) % 7]).astype(float)
    dataset = Dataset(
        name="made",
        columns=("a", "b"),
        levels=(tuple("pqrs"), None),
        x=np.asfortranarray(x),
        y=y,
        classes=tuple("abcd"),
        about=About("made"),
    )
    train, test = np.flatnonzero(y != absent).astype(np.int32), np.arange(120, dtype=np.int32)
    learner = found("ranger")
    prepared = prepare(dataset, train, test, learner.preprocessing)
    config: Config = {"num.trees": 30, "mtry": 2, "respect.unordered.factors": treatment}
    prob = np.zeros((120, 4))
    prob[:, prepared.seen] = answer(learner, prepared.fold, config).prob
    assert (prob[:, absent] == 0).all()
    assert (prob[train].argmax(axis=1) == y[train]).all()


# randomForest


def many_levels(count: int) -> Fold:
    code = np.tile(np.arange(float(count)), 3)
    x = np.asfortranarray(np.column_stack([code, code]))
    return Fold(x, (np.arange(len(code)) % 2).astype(np.int32), x, 2, (count, 0))


def test_random_forest_takes_53_levels_and_refuses_54() -> None:
    forest = found("randomForest")
    assert answer(forest, many_levels(53), {"ntree": 5}).prob.shape == (159, 2)
    with pytest.raises(NotApplicableError, match=r"^too_many_levels: .*not 54"):
        answer(forest, many_levels(54), {"ntree": 5})


def test_random_forest_classifies_and_does_no_regression() -> None:
    """Classes coded as numbers would give a regression with a mere warning."""
    votes = answer(found("randomForest"), separable(3), {"ntree": 8}).prob * 8
    np.testing.assert_allclose(votes, np.round(votes), atol=1e-12)


# glmnet


def test_glmnet_refuses_a_class_of_one_row_and_takes_one_of_two() -> None:
    fold = separable(2, copies=20)
    for rows, refused in ((1, True), (2, False)):
        y = np.zeros(40, dtype=np.int32)
        y[-rows:] = 1
        rare = Fold(fold.x_train, y, fold.x_test, 2, fold.levels)
        if refused:
            with pytest.raises(NotApplicableError, match=r"^rare_class: "):
                answer(found("glmnet"), rare)
        else:
            with pytest.warns(UserWarning, match="dangerous ground"):
                assert answer(found("glmnet"), rare).prob.shape == (40, 2)


def test_glmnet_refuses_one_column() -> None:
    with pytest.raises(NotApplicableError, match=r"^one_column: "):
        answer(found("glmnet"), separable(2, columns=1))


@pytest.mark.parametrize("name", ["glmnet", "randomForest"])
def test_constant_columns_alone_are_refused(name: str) -> None:
    """glmnet fails with an opaque code, and randomForest grows its first tree for ever."""
    ones = np.ones((22, 3), order="F")
    fold = Fold(ones, np.repeat(np.arange(2, dtype=np.int32), 11), ones, 2, (0, 0, 0))
    with pytest.raises(NotApplicableError, match=r"^all_constant: "):
        answer(found(name), fold)


def test_a_forest_of_single_leaves_is_an_error_and_no_endless_loop() -> None:
    with pytest.raises(RError, match="maxnodes must be 2 or more"):
        answer(found("randomForest"), separable(2), {"ntree": 5, "maxnodes": 1})


@pytest.mark.parametrize("n_classes", [2, 3])
def test_glmnet_gives_probabilities_not_log_odds(n_classes: int) -> None:
    prob = answer(found("glmnet"), separable(n_classes), {"alpha": 0.0, "s": 5.0}).prob
    assert 0 < prob.min() < prob.max() < 1
    np.testing.assert_allclose(prob.sum(axis=1), 1.0, atol=1e-12)


def test_glmnet_without_a_penalty_to_predict_at_is_an_error() -> None:
    with pytest.raises(RError, match="the configuration has no s"):
        answer(found("glmnet"), separable(2), {"alpha": 1.0})


@pytest.mark.parametrize(
    ("config", "said"),
    [
        ({"s": 0.0}, "s, the penalty to predict at, must be above 0, not 0"),
        ({"s": -1.0}, "must be above 0, not -1"),
        ({"s": 0.01, "alpha": 1.5}, "alpha must be from 0 to 1, not 1.5"),
        ({"s": 0.01, "alpha": -0.5}, "alpha must be from 0 to 1, not -0.5"),
        ({"s": 0.01, "lambda": -1.0}, "lambdas should be non-negative"),
    ],
)
def test_glmnet_given_a_penalty_outside_its_domain_is_an_error(config: Config, said: str) -> None:
    """glmnet itself would quietly answer with the nearest penalty that it knows."""
    with pytest.raises(RError, match=said):
        answer(found("glmnet"), separable(2), config)


# gbm


def test_gbm_gets_classes_as_0_and_1_of_which_the_second_is_1() -> None:
    """With a factor, or with 1 and 2, gbm gives an empty model and no error."""
    rng = np.random.RandomState(6)
    x = np.asfortranarray(rng.normal(size=(100, 2)))
    y = (x[:, 0] + 0.5 * rng.normal(size=100) > 0).astype(np.int32)
    learner = found("gbm")
    data = learner.load(Fold(x, y, x, 2, (0, 0)))
    model = learner.fit(data, {"n.trees": 20}, 1)
    boosted = model.handle[0]
    start = from_r(dict(zip(boosted.names, boosted, strict=True))["initF"])
    np.testing.assert_allclose(start, np.log(y.mean() / (1 - y.mean())))
    prob = learner.predict(model, data).prob
    assert np.isfinite(prob).all()
    assert np.corrcoef(prob[:, 1], y)[0, 1] > 0.5


def test_gbm_refuses_more_than_two_classes() -> None:
    with pytest.raises(NotApplicableError, match=r"^multiclass: "):
        answer(found("gbm"), separable(3))


@pytest.mark.filterwarnings("ignore:.*multinomial.*ill-advised")
@pytest.mark.parametrize("n_classes", [2, 3])
def test_gbm_takes_more_classes_where_its_multinomial_distribution_is_asked_for(
    n_classes: int,
) -> None:
    fold = separable(n_classes)
    config: Config = {"distribution": "multinomial", "n.trees": 30}
    prob = answer(found("gbm"), fold, config).prob
    assert prob.shape == (len(fold.x_test), n_classes)
    np.testing.assert_allclose(prob.sum(axis=1), 1.0, atol=1e-9)
    assert (prob.argmax(axis=1) == fold.y_train).mean() > 0.95


def test_gbm_refuses_other_distributions() -> None:
    with pytest.raises(RError, match="must be bernoulli or multinomial, not poisson"):
        answer(found("gbm"), separable(2), {"distribution": "poisson"})


@pytest.mark.parametrize(
    ("bag", "least", "fits"), [(0.5, 10, False), (0.7, 10, False), (0.75, 10, True)]
)
def test_gbm_refuses_too_few_rows_by_the_real_inequality(
    bag: float, least: int, fits: bool
) -> None:
    """30 rows: 15 > 10 and yet gbm fails; 21 is not enough for 2 * 10 + 1, 22.5 is."""
    fold = separable(2, copies=15)
    config: Config = {"n.trees": 5, "bag.fraction": bag, "n.minobsinnode": least}
    if fits:
        assert np.isfinite(answer(found("gbm"), fold, config).prob).all()
    else:
        with pytest.raises(NotApplicableError, match=r"^too_few_rows: "):
            answer(found("gbm"), fold, config)


# e1071


def test_labels_of_the_svm_are_its_own() -> None:
    """predict() and the largest probability disagree on some rows of overlapping classes."""
    rng = np.random.RandomState(1)
    x = np.asfortranarray(rng.normal(size=(100, 4)))
    y = (x[:, 0] + rng.normal(size=100) > 0).astype(np.int32)
    given = answer(found("e1071_svm"), Fold(x, y, x, 2, (0,) * 4), {"cost": 1.0})
    assert given.labels is not None
    agree = (given.labels == given.prob.argmax(axis=1)).mean()
    assert 0.5 < agree < 1.0
    assert (given.labels == y).mean() > 0.7


def test_the_svm_scales_the_other_columns_where_one_is_constant() -> None:
    """e1071 itself then scales none, and a column of large numbers drowns the rest."""
    rng = np.random.RandomState(2)
    y = np.repeat(np.arange(2, dtype=np.int32), 40)
    x = np.column_stack([rng.normal(4.0 * y, 1.0), rng.normal(0, 1e4, size=80), np.ones(80)])
    fold = Fold(np.asfortranarray(x), y, np.asfortranarray(x), 2, (0, 0, 0))
    assert (answer(found("e1071_svm"), fold, {}).prob.argmax(axis=1) == y).mean() > 0.9


# partykit


def test_a_conditional_tree_refuses_to_split_31_levels() -> None:
    code = np.tile(np.arange(31.0), 20)
    x = np.asfortranarray(np.column_stack([code, code * 0]))
    fold = Fold(x, (code % 2).astype(np.int32), x, 2, (31, 0))
    with pytest.raises(NotApplicableError, match=r"^too_many_levels: .*31 levels"):
        answer(found("partykit_ctree"), fold)


# kernlab


@pytest.mark.parametrize(
    "config",
    [
        {"kernel": "rbfdot", "sigma": 0.1},
        {"kernel": "laplacedot", "sigma": 0.1},
        {"kernel": "laplacedot"},
        {"kernel": "polydot", "degree": 2, "scale": 0.5, "offset": 1.0},
        {"kernel": "vanilladot", "C": 0.5},
    ],
)
def test_kernels_get_the_arguments_that_stand_beside_those_of_the_machine(config: Config) -> None:
    assert (answer(found("kernlab_ksvm"), separable(3), config).prob.argmax(axis=1)[:40] == 0).all()


def test_a_kernel_that_has_no_such_argument_is_an_error() -> None:
    with pytest.raises(RError, match="unused argument"):
        answer(found("kernlab_ksvm"), separable(2), {"kernel": "vanilladot", "sigma": 1.0})


def test_probabilities_of_many_overlapping_classes_are_never_negative() -> None:
    """The package's default way to join those of pairs of classes goes below 0 on such data."""
    rng = np.random.RandomState(0)
    y = np.repeat(np.arange(6, dtype=np.int32), [70, 76, 17, 13, 9, 29])
    x = np.asfortranarray(rng.normal(size=(214, 9)) + 1.5 * rng.normal(size=(6, 9))[y])
    fold = Fold(x, y, x, 6, (0,) * 9)
    for config in ({"C": 82.0, "sigma": 2.7}, {"C": 82.0, "sigma": 0.1}):
        prob = answer(found("kernlab_ksvm"), fold, config).prob
        assert prob.min() >= 0
        np.testing.assert_allclose(prob.sum(axis=1), 1.0, atol=1e-9)


def test_kernlab_needs_two_rows_of_every_class() -> None:
    fold = separable(2)
    y = np.zeros(80, dtype=np.int32)
    y[-1] = 1
    with pytest.raises(NotApplicableError, match=r"^rare_class: "):
        answer(found("kernlab_ksvm"), Fold(fold.x_train, y, fold.x_test, 2, fold.levels))


# class


def test_shares_of_votes_are_those_of_a_brute_force_search() -> None:
    rng = np.random.RandomState(4)
    x, test = rng.normal(size=(60, 3)), rng.normal(size=(9, 3))
    y = rng.permutation(np.arange(60, dtype=np.int32) % 4)
    fold = Fold(np.asfortranarray(x), y, np.asfortranarray(test), 4, (0,) * 3)
    nearest = ((test[:, None] - x) ** 2).sum(axis=2).argsort(axis=1)[:, :7]
    expected = np.array([np.bincount(y[row], minlength=4) / 7 for row in nearest])
    given = answer(found("class_knn"), fold, {"k": 7})
    np.testing.assert_allclose(given.prob, expected, atol=1e-12)
    assert given.labels is not None
    won = np.take_along_axis(expected, given.labels[:, None], axis=1)[:, 0]
    np.testing.assert_allclose(won, expected.max(axis=1))


def test_class_refuses_more_neighbours_than_rows() -> None:
    with pytest.raises(NotApplicableError, match=r"^too_few_rows: 9 neighbours of 8"):
        answer(found("class_knn"), separable(2, copies=4), {"k": 9})


# MASS


def test_a_column_that_is_constant_within_every_class_is_refused() -> None:
    fold = separable(2, columns=3)
    x = np.column_stack([fold.matrices("F")[0][:, :2], fold.y_train])
    fold = replace(fold, x_train=x)
    with pytest.raises(NotApplicableError, match=r"^constant_within_classes: "):
        answer(found("MASS_lda"), fold)


# nnet


def test_a_network_may_have_more_weights_than_the_package_allows_by_default() -> None:
    fold = separable(3, columns=40)
    assert answer(found("nnet"), fold, {"size": 30, "maxit": 5}).prob.shape == (120, 3)


def test_a_network_without_a_size_is_an_error() -> None:
    with pytest.raises(RError, match="the configuration has no size"):
        answer(found("nnet"), separable(2), {})


# threads


THREADS = """
import threading, time
from pathlib import Path
import numpy as np
from runners.availability import availability
from runners.fold import Fold
from runners.r_learner import r_learners
rng = np.random.RandomState(0)
x = np.asfortranarray(rng.normal(size=(1500, 12)))
y = (x[:, 0] + rng.normal(size=1500) > 0).astype(np.int32)
configs = {"ranger": {"num.trees": 100}, "randomForest": {"ntree": 50}, "glmnet": {"s": 0.01},
           "gbm": {"n.trees": 200}, "nnet": {"size": 5}}
tasks = Path("/proc/self/task")
most, done = 0, threading.Event()
def count():
    global most
    while not done.wait(0.003):
        most = max(most, len(list(tasks.iterdir())))
threading.Thread(target=count, daemon=True).start()
for learner in r_learners():
    if availability(learner).available:
        data = learner.load(Fold(x, y, x, 2, (0,) * 12))
        before, most = len(list(tasks.iterdir())), 0
        cpu, wall = time.process_time(), time.perf_counter()
        learner.predict(learner.fit(data, configs.get(learner.name, {}), 1), data)
        share = (time.process_time() - cpu) / (time.perf_counter() - wall)
        print(learner.name, max(most - before, 0), share)
done.set()
"""


def test_one_fit_uses_one_thread() -> None:
    done = subprocess.run(
        [sys.executable, "-c", THREADS], check=True, capture_output=True, text=True, timeout=300
    )
    lines = [line.split() for line in done.stdout.splitlines()]
    assert {"ranger", "randomForest", "glmnet", "e1071_svm", "rpart"} <= {line[0] for line in lines}
    for name, added, share in lines:
        # ranger grows its trees in one thread while the main one waits.
        assert int(added) <= (name == "ranger"), name
        assert float(share) < 1.1, name


# adding a learner


NEAREST_MEAN = """#| title: Nearest class mean
#| package: stats
#| version: 1
#| preprocessing: impute-onehot-standard
#| data: matrix

fit <- function(x, y, config, seed) {
  rowsum(x, y) / as.vector(table(y))
}

prob <- function(model, x) {
  distance <- apply(model, 1L, function(centre) colSums((t(x) - centre)^2))
  p <- exp(-matrix(distance, nrow(x), dimnames = list(NULL, rownames(model))))
  p / rowSums(p)
}
"""


def test_one_r_file_is_a_learner(tmp_path: Path) -> None:
    (tmp_path / "nearest_mean.R").write_text(NEAREST_MEAN)
    (learner,) = r_learners(tmp_path)
    assert (learner.name, learner.language, learner.version) == ("nearest_mean", "r", 1)
    fold = separable(3)
    assert (answer(learner, fold, {}).prob.argmax(axis=1) == fold.y_train).all()


def test_an_unknown_preprocessing_is_one_clear_line(tmp_path: Path) -> None:
    text = (SCRIPTS / "ranger.R").read_text().replace("impute-native-none", "impute-magic")
    (tmp_path / "ranger.R").write_text(text)
    with pytest.raises(FrostgridError, match="no preprocessing is written 'impute-magic'"):
        r_learners(tmp_path)


def test_rows_where_exp_overflows_get_the_nearest_class_from_glmnet_and_change_no_other() -> None:
    glmnet = found("glmnet")
    near = separable(3)
    x = np.vstack([near.matrices("F")[1], [[1e6, 0.5], [-1e6, 0.5]]])
    with_far = answer(glmnet, replace(near, x_test=x)).prob
    np.testing.assert_array_equal(with_far[:-2], answer(glmnet, near).prob)
    np.testing.assert_array_equal(with_far[-2:], [[0, 0, 1], [1, 0, 0]])


def test_a_sigmoid_that_kernlab_did_not_find_is_named() -> None:
    kernlab = found("kernlab_ksvm")
    dataset = suite("embedded").reference("phoneme").load()
    split = frozen_split(dataset, "bootstrap", 1)
    fold = prepare(dataset, split.train, split.test, kernlab.preprocessing).fold
    with pytest.raises(RError, match="gave up its search for the sigmoid"):
        kernlab.fit(kernlab.load(fold), {"C": 1.0, "kernel": "rbfdot"}, 1)

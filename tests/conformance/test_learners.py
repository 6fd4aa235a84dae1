"""What every learner must do, in Python and in R; a learner added as a file is tested at once."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

import numpy as np
import pytest
from configurations import config_of
from known_tables import Table, corners, noisy, separable, shuffled, table

from frostgrid.base.arrays import FloatMatrix, LabelVector
from frostgrid.base.errors import NotApplicableError
from grids.registry import spaces
from grids.space import Config
from r_bridge.packages import offered, r_packages
from runners.availability import availability
from runners.contract import checked
from runners.evaluate import evaluate
from runners.evaluation import Status
from runners.heard import listening
from runners.learner import Learner
from runners.prepare import prepare
from runners.registry import learners
from runners.traits import Trait


@cache
def not_in_debian() -> set[str]:
    """R packages that this release of Debian does not have."""
    had = offered(package.debian for package in r_packages() if package.debian)
    return {package.name for package in r_packages() if package.debian not in had}


ALL = [learner for learner in learners() if learner.name != "misbehaving"]
EVERY = [learner for learner in ALL if availability(learner).available]
"""Learners that can run here; the first test below tells of the others."""


def only(trait: Trait) -> pytest.MarkDecorator:
    """Run a test for the learners of one kind."""
    return _for([learner for learner in EVERY if trait in learner.traits])


def without(*traits: Trait) -> pytest.MarkDecorator:
    """Run a test for the learners of no such kind."""
    return _for([learner for learner in EVERY if learner.traits.isdisjoint(traits)])


def _for(chosen: list[Learner]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("learner", chosen, indirect=True, ids=lambda found: found.name)


sighted = without(Trait.BLIND)


@pytest.fixture(params=EVERY, ids=lambda learner: learner.name)
def learner(request: pytest.FixtureRequest) -> Learner:
    found: Learner = request.param
    return found


@pytest.mark.parametrize("one", ALL, ids=lambda found: found.name)
def test_the_learner_can_run_here(one: Learner) -> None:
    state = availability(one)
    if state.available:
        return
    if "CI" in os.environ and one.package not in not_in_debian():
        pytest.fail(state.reason)
    pytest.skip(f"no test of {one.name}: {state.reason}")


@dataclass(frozen=True, slots=True, eq=False)
class Answer:
    """Probabilities and labels of the test rows in the classes of the task."""

    prob: FloatMatrix
    labels: LabelVector

    def accuracy(self, truth: LabelVector) -> float:
        return float(np.mean(self.labels == truth))


def answers(learner: Learner, data: Table, *asked: tuple[Config, int]) -> Iterator[Answer]:
    """Answers to (configuration, seed), all from one loaded fold."""
    prepared = prepare(data.dataset, data.train, data.test, learner.preprocessing)
    loaded = learner.load(prepared.fold)
    for config, seed in asked:
        with listening():
            model = learner.fit(loaded, config, seed)
            prediction = learner.predict(model, loaded)
        found = checked(prediction, len(data.test), prepared.fold.n_classes)
        prob = np.zeros((len(data.test), prepared.n_classes))
        prob[:, prepared.seen] = found.prob
        labels = prob.argmax(axis=1) if found.labels is None else prepared.seen[found.labels]
        yield Answer(prob, labels.astype(np.int32))


def answers_to(learner: Learner, data: Table, *asked: tuple[Config, int]) -> list[Answer]:
    """The same, all at once; skips what the learner by its nature cannot take."""
    try:
        return list(answers(learner, data, *asked))
    except NotApplicableError as error:
        pytest.skip(str(error))


def answer(learner: Learner, data: Table, *, row: int = 0, seed: int = 1) -> Answer:
    """Answer of one configuration."""
    return answers_to(learner, data, (config_of(learner, row, data), seed))[0]


def test_a_plain_binary_task_is_never_refused(learner: Learner) -> None:
    data = separable()
    found = next(answers(learner, data, (config_of(learner, 0, data), 1)))
    assert Trait.BLIND in learner.traits or found.accuracy(data.truth) > 0.9


def enough(learner: Learner) -> float:
    """Accuracy to expect where classes are far apart in one column among others."""
    return 0.8 if Trait.COARSE in learner.traits else 0.9


@sighted
@pytest.mark.parametrize("k", [3, 12])
def test_separable_classes_are_told_apart(learner: Learner, k: int) -> None:
    if k > 3 and Trait.FEW_CLASSES in learner.traits:
        pytest.skip(Trait.FEW_CLASSES.meaning)
    data = corners(k)
    assert answer(learner, data).accuracy(data.truth) > enough(learner)


@sighted
@pytest.mark.parametrize("order", [(1, 0), (1, 2, 0), (2, 0, 1)])
def test_columns_follow_class_codes(learner: Learner, order: tuple[int, ...]) -> None:
    """Catches a wrapper with the wrong positive class, or with classes in order of appearance."""
    data = corners(len(order))
    renamed = replace(data.dataset, y=np.array(order, dtype=np.int32)[data.dataset.y])
    data = replace(data, dataset=renamed)
    found = answer(learner, data)
    assert found.accuracy(data.truth) > enough(learner)
    assert np.mean(found.prob.argmax(axis=1) == data.truth) > enough(learner)


@only(Trait.BLIND)
def test_the_baseline_gives_class_frequencies_in_class_order(learner: Learner) -> None:
    y = np.random.default_rng(0).permutation(np.repeat([0, 1, 2], [60, 10, 20]))
    data = table(np.zeros((90, 1)), y)
    share = np.bincount(y[data.train]) / len(data.train)
    np.testing.assert_allclose(answer(learner, data).prob, np.tile(share, (len(data.test), 1)))


@pytest.mark.parametrize("absent", [0, 1, 2])
def test_a_class_absent_from_training_has_probability_zero(learner: Learner, absent: int) -> None:
    data = corners(3)
    data = replace(data, train=data.train[data.dataset.y[data.train] != absent])
    found = answer(learner, data)
    assert found.prob.shape == (len(data.test), 3)
    assert (found.prob[:, absent] == 0).all()
    others = data.truth != absent
    if Trait.BLIND not in learner.traits:
        assert np.mean(found.labels[others] == data.truth[others]) > 0.9


@sighted
@pytest.mark.parametrize("at", [0, 2, 4])
def test_no_column_is_lost(learner: Learner, at: int) -> None:
    data = separable(at=at, p=5)
    assert answer(learner, data).accuracy(data.truth) > 0.9


@without(Trait.BLIND, Trait.PROPORTIONS)
def test_one_column_is_enough(learner: Learner) -> None:
    data = separable(p=1)
    assert answer(learner, data).accuracy(data.truth) > 0.9


@sighted
def test_a_constant_column_does_no_harm(learner: Learner) -> None:
    plain = separable().dataset
    x = np.column_stack([np.full(plain.n_rows, 3.0), plain.x, np.zeros(plain.n_rows)])
    data = table(x, plain.y, levels=[None, None, None, ("only",)])
    assert answer(learner, data).accuracy(data.truth) > 0.9


def test_constant_columns_alone_give_valid_output_or_a_reason(learner: Learner) -> None:
    y = np.random.default_rng(0).permutation(np.repeat([0, 1], [40, 20]))
    data = table(np.full((60, 3), 2.0), y)
    found = answer(learner, data)
    # Without information every row gets the same answer.
    assert np.ptp(found.prob, axis=0).max() < 1e-9


@pytest.mark.parametrize("rare", [0, 1, 2])
def test_a_class_of_one_training_row_gives_valid_output_or_a_reason(
    learner: Learner, rare: int
) -> None:
    data = corners(3)
    of_rare = np.flatnonzero(data.dataset.y[data.train] == rare)
    data = replace(data, train=np.delete(data.train, of_rare[1:]))
    found = answer(learner, data)
    others = data.truth != rare
    if Trait.BLIND not in learner.traits:
        assert np.mean(found.labels[others] == data.truth[others]) > 0.9


def test_one_test_row_is_predicted_like_one_of_many(learner: Learner) -> None:
    data = noisy()
    many = answer(learner, data)
    one = answer(learner, replace(data, test=data.test[:1]))
    np.testing.assert_allclose(one.prob, many.prob[:1], atol=1e-6)


@sighted
def test_many_test_rows_each_have_their_own_answer(learner: Learner) -> None:
    data = separable()
    data = replace(data, test=np.tile(data.test, 20))
    found = answer(learner, data)
    assert found.accuracy(data.truth) > 0.9


def test_the_same_seed_gives_the_same_numbers_whatever_ran_before(learner: Learner) -> None:
    data = noisy()
    rows = [config_of(learner, row, data) for row in range(1, 6)]
    asked = [(config, seed) for seed in (3, 4, 3) for config in rows]
    found = [(a.prob, a.labels) for a in answers_to(learner, data, *asked)]
    for (prob, labels), (again, labels_again) in zip(found[:5], found[10:], strict=True):
        np.testing.assert_array_equal(prob, again)
        np.testing.assert_array_equal(labels, labels_again)


def test_another_seed_gives_other_numbers_where_there_is_randomness(learner: Learner) -> None:
    data = noisy()
    rows = [config_of(learner, row, data) for row in range(1, 9)]
    asked = [(config, seed) for seed in (3, 4) for config in rows]
    found = [a.prob for a in answers_to(learner, data, *asked)]
    same = all(np.array_equal(a, b) for a, b in zip(found[:8], found[8:], strict=True))
    assert same == (Trait.SEEDLESS in learner.traits), (
        "its numbers do not depend on the seed: declare the trait 'seedless', or use the seed"
        if same
        else "its numbers depend on the seed: it is not 'seedless'"
    )


def permuted(data: Table, order: list[int]) -> Table:
    old = data.dataset
    moved = replace(
        old,
        columns=tuple(old.columns[j] for j in order),
        levels=tuple(old.levels[j] for j in order),
        x=np.asfortranarray(old.x[:, order]),
    )
    return replace(data, dataset=moved)


@only(Trait.UNORDERED)
def test_the_order_of_columns_does_not_matter(learner: Learner) -> None:
    data = noisy()
    there, back = answer(learner, data), answer(learner, permuted(data, [4, 1, 3, 0, 2]))
    np.testing.assert_allclose(back.prob, there.prob, atol=1e-3)


HOSTILE = (
    "a[0]",
    "b<c",
    'q"t',
    "naïve 列 Имя",
    "forest",
    "Class",
    "",
    "none",
    "x,y:{}",
    "y",
    ".y ~",
    "status",
    "time",
    "f0001",
)


def test_names_of_columns_levels_and_classes_never_reach_a_learner(learner: Learner) -> None:
    plain = noisy().dataset
    data = table(
        np.column_stack([plain.x, plain.x, plain.x[:, :4]]),
        plain.y,
        levels=[*plain.levels, *plain.levels, *plain.levels[:4]],
    )
    hostile = replace(
        data.dataset,
        columns=HOSTILE,
        levels=tuple(
            None if levels is None else ("NA", " ", "", 'ü"{}[],:;')
            for levels in data.dataset.levels
        ),
        classes=("TRUE", "l'été \n\\"),
    )
    there, back = answer(learner, data), answer(learner, replace(data, dataset=hostile))
    np.testing.assert_array_equal(back.prob, there.prob)


@sighted
def test_categories_without_order_are_understood(learner: Learner) -> None:
    """Levels 0 and 2 are one class, 1 and 3 the other: no threshold on the code separates them."""
    rng = np.random.default_rng(2)
    n = 600
    codes = shuffled(n, 4)
    x = np.column_stack([rng.normal(size=n), codes])
    data = table(x, codes % 2, levels=[None, ("w", "x", "y", "z")])
    # Discriminant analysis ignores a direction in which the rows of a class do not vary at all.
    data.dataset.y[data.train[::50]] ^= 1
    assert answer(learner, data).accuracy(data.truth) > 0.9


def test_a_level_or_value_missing_from_training_is_predicted_all_the_same(
    learner: Learner,
) -> None:
    data = noisy()
    x = data.dataset.x.copy(order="F")
    x[data.train[x[data.train, 3] == 2], 3] = np.nan
    x[data.test[0], :] = np.nan
    x[data.test[1], 3] = 2
    data = replace(data, dataset=replace(data.dataset, x=x))
    assert len(answer(learner, data).prob) == len(data.test)


@sighted
@pytest.mark.parametrize("scale", [1.0, 1e12, 1e-5, 2.0**31])
def test_whole_huge_and_tiny_numbers_are_read_as_they_are(learner: Learner, scale: float) -> None:
    rng = np.random.default_rng(3)
    y = shuffled(150, 2)
    x = scale * np.column_stack([100 * y + rng.integers(0, 20, 150), rng.integers(0, 9, 150)])
    data = table(x, y)
    assert answer(learner, data).accuracy(data.truth) > enough(learner)


@pytest.mark.parametrize("k", [2, 3])
@pytest.mark.parametrize("far", [1e4, 1e8, 1e15])
def test_rows_far_beyond_the_training_rows_have_probabilities(
    learner: Learner, k: int, far: float
) -> None:
    """eucalyptus has a tree of 42 m in diameter: exp of a linear predictor overflows there."""
    data = corners(k)
    data.dataset.x[data.test[0], 0] = far
    data.dataset.x[data.test[1], :] = -far
    assert len(answer(learner, data).prob) == len(data.test)


def run(
    learner: Learner, data: Table, rows: range, preset: str = "frostgrid"
) -> list[tuple[int, Status, str]]:
    """Rows that failed, or that a coming release of the package will refuse."""
    prepared = prepare(data.dataset, data.train, data.test, learner.preprocessing)
    loaded: Any = learner.load(prepared.fold)
    failed: list[tuple[int, Status, str]] = []
    for row in rows:
        config = config_of(learner, row, data, preset)
        found = evaluate(f"{row:032x}", learner, prepared, loaded, config)
        if found.status not in {Status.OK, Status.NOT_APPLICABLE}:
            failed.append((row, found.status, found.reason))
        elif found.message.startswith(("DeprecationWarning", "FutureWarning")):
            failed.append((row, found.status, found.message))
    return failed


@pytest.mark.parametrize(
    ("learner", "preset"),
    [(learner, s.preset) for learner in EVERY for s in spaces() if s.learner == learner.name],
    indirect=["learner"],
    ids=lambda found: getattr(found, "name", found),
)
def test_rows_of_every_preset_run(learner: Learner, preset: str) -> None:
    assert run(learner, noisy(), range(12), preset) == []


@pytest.mark.slow
def test_many_rows_of_the_grid_run_on_two_and_on_three_classes(learner: Learner) -> None:
    plain = corners(3).dataset
    rng = np.random.default_rng(4)
    x = np.column_stack(
        [plain.x + rng.normal(0, 15, plain.x.shape), rng.integers(0, 3, plain.n_rows)]
    )
    three = table(x, plain.y, levels=[None, None, None, ("a", "b", "c")])
    assert run(learner, noisy(), range(12, 80)) == []
    assert run(learner, three, range(80)) == []

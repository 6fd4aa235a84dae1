"""What is left of a plan: sums, intervals, and evaluations that will not fit."""

from __future__ import annotations

import numpy as np
import pytest

from runners.cost.cells import Cell
from runners.cost.forecast import OVERHEAD, forecast
from runners.cost.model import Effect, Model, Observed, features, fit
from runners.cost.prior import Prior

USUAL = Prior(0.1, 1.0, 0.05, 0.5, 0.5, between=0.4, within=0.3)
LEARNERS = [("ranger", "none"), ("rpart", "none"), ("svm", "onehot")]
NONE = np.empty((1, 0))


def cell(name: tuple[str, str], code: int, shape: np.ndarray, left: int, costly: float = 1) -> Cell:
    return Cell(name, f"d{code}", code, left, costly, shape[None, :], NONE)


def certain(seconds: float) -> Model:
    """A model that knows that every evaluation takes about ``seconds``."""
    mean = np.array([np.log(seconds), 0, 0, 0, 0])
    return Model(mean, np.zeros((5, 5)), {0: Effect(0.0, np.zeros(5), 0.0)}, 0.0, 1e-3)


SHAPE = np.array([1000.0, 20.0, 2.0])


def test_budgets_add_up_and_evaluations_stop_at_the_limit() -> None:
    models = {LEARNERS[0]: certain(2.0), LEARNERS[1]: certain(1000.0)}
    found = forecast(
        [cell(LEARNERS[0], 0, SHAPE, 100), cell(LEARNERS[1], 0, SHAPE, 10)], models, 60.0
    )
    assert [budget.learner for budget in found.budgets] == ["ranger", "rpart"]
    assert found.budgets[0].seconds == pytest.approx(100 * (2.0 + OVERHEAD), rel=0.01)
    assert found.budgets[1].seconds == pytest.approx(10 * (60.0 + OVERHEAD), rel=0.01)
    assert found.seconds == pytest.approx(sum(budget.seconds for budget in found.budgets))
    assert found.low <= found.seconds <= found.high


def test_evaluations_that_will_meet_the_limit_are_named() -> None:
    models = {LEARNERS[0]: certain(2.0), LEARNERS[1]: certain(1000.0)}
    found = forecast(
        [cell(LEARNERS[0], 0, SHAPE, 100), cell(LEARNERS[1], 0, SHAPE, 10)], models, 60.0
    )
    (misfit,) = found.misfits
    assert (misfit.learner, misfit.dataset, misfit.evaluations) == ("rpart", "d0", 10)
    assert misfit.expected == pytest.approx(10)


def test_what_never_applied_costs_next_to_nothing() -> None:
    found = forecast(
        [cell(LEARNERS[0], 0, SHAPE, 1000, costly=0.0)], {LEARNERS[0]: certain(5.0)}, 60.0
    )
    assert found.seconds == pytest.approx(1000 * OVERHEAD)


def test_nothing_left_takes_no_time() -> None:
    found = forecast([cell(LEARNERS[0], 0, SHAPE, 0)], {LEARNERS[0]: certain(5.0)}, 60.0)
    assert (found.seconds, found.high, found.misfits) == (0.0, 0.0, ())


def test_the_interval_of_a_whole_plan_holds_four_times_in_five() -> None:
    """Simulated: part of the datasets has run, half of their evaluations and the others are left.

    Datasets that are slow for one learner are slow for others in part, as the forecast assumes.
    """
    random = np.random.RandomState(2)
    worlds, held = 120, 0
    for _ in range(worlds):
        shapes = np.exp(random.uniform([4.5, 1, 0.7], [9, 4, 2], size=(10, 3)))
        common = random.normal(size=10)
        cells, models, truth = [], {}, 0.0
        for name in LEARNERS:
            weights = random.normal(
                [np.log(0.1), 1.0, 0.05, 0.5, 0.5], [0.5, 0.15, 0.05, 0.15, 0.25]
            )
            effects = USUAL.between * np.sqrt(0.5) * (common + random.normal(size=10))
            logs = features(shapes, np.empty((10, 0))) @ weights + effects
            seen = np.repeat(np.arange(5), 10)
            seconds = np.exp(logs[seen] + random.normal(0, USUAL.within, 50))
            x = features(shapes[seen], np.empty((50, 0)))
            models[name] = fit(USUAL, Observed(x, seen, seconds, np.zeros(50, dtype=bool)))
            left = [10] * 5 + [20] * 5
            cells += [cell(name, code, shapes[code], left[code]) for code in range(10)]
            truth += OVERHEAD * sum(left)
            truth += sum(
                np.exp(logs[code] + random.normal(0, USUAL.within, left[code])).sum()
                for code in range(10)
            )
        found = forecast(cells, models, 1e9)
        held += found.low <= truth <= found.high
    assert 0.68 < held / worlds < 0.92, held / worlds

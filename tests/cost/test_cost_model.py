"""The regression of cost: what it learns, and whether its intervals hold as often as they say."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.integrate import quad
from scipy.stats import lognorm

from runners.cost.model import Model, Observed, features, fit, stopped
from runners.cost.prior import Prior, measured, prior

USUAL = Prior(0.1, 1.0, 0.05, 0.5, 0.5, between=0.4, within=0.3)


def made_up(
    random: np.random.RandomState, datasets: int, each: int, weights: np.ndarray
) -> tuple[Observed, np.ndarray]:
    """Evaluations as the model believes they are; the second value is the effects of datasets."""
    shapes = np.exp(random.uniform([4.5, 1, 0.7], [10, 5, 3], size=(datasets, 3)))
    dataset = np.repeat(np.arange(datasets), each)
    configs = random.uniform(-1, 1, size=(datasets * each, len(weights) - 5))
    x = features(shapes[dataset], configs)
    effects = random.normal(0, USUAL.between, datasets)
    logs = x @ weights + effects[dataset] + random.normal(0, USUAL.within, len(x))
    return Observed(x, dataset, np.exp(logs), np.zeros(len(x), dtype=bool)), effects


def true_weights(random: np.random.RandomState) -> np.ndarray:
    usual = [np.log(USUAL.seconds), USUAL.rows, USUAL.curve, USUAL.columns, USUAL.classes, 0, 0]
    return random.normal(usual, [0.5, 0.15, 0.05, 0.15, 0.25, 0.7, 0.7])


@pytest.mark.parametrize(("mean", "sd", "limit"), [(0.0, 1.0, 2.0), (3.0, 0.5, 1.0), (-3, 2, 60)])
def test_the_mean_of_stopped_seconds_is_that_of_numerical_integration(
    mean: float, sd: float, limit: float
) -> None:
    law = lognorm(sd, scale=np.exp(mean))
    expected = quad(lambda s: s * law.pdf(s), 0, limit)[0] + limit * law.sf(limit)
    assert stopped(np.array([mean]), sd, limit)[0] == pytest.approx(expected, rel=1e-6)


def test_the_posterior_is_that_of_the_closed_form() -> None:
    """With the variances it ends with, weights are the normal posterior of the marginal model."""
    random = np.random.RandomState(3)
    observed, _ = made_up(random, 8, 5, true_weights(random))
    model = fit(USUAL, observed)
    within, between = model.within**2, model.between**2
    # One step of the iteration lies between these variances and those of the weights.
    same = observed.dataset[:, None] == observed.dataset[None, :]
    marginal = within * np.eye(len(same)) + between * same
    centre = np.array([np.log(0.1), 1.0, 0.05, 0.5, 0.5, 0.0, 0.0])
    precision = np.diag(np.array([0.5, 0.15, 0.05, 0.15, 0.25, 0.7, 0.7]) ** -2.0)
    inverse = np.linalg.inv(marginal)
    covariance = np.linalg.inv(precision + observed.x.T @ inverse @ observed.x)
    y = np.log(observed.seconds)
    mean = covariance @ (precision @ centre + observed.x.T @ inverse @ y)
    np.testing.assert_allclose(model.mean, mean, atol=0.02)
    np.testing.assert_allclose(model.root @ model.root.T, covariance, atol=0.002)


def test_nothing_seen_is_the_prior() -> None:
    empty = Observed(np.empty((0, 5)), np.empty(0, np.intp), np.empty(0), np.empty(0, bool))
    model = fit(USUAL, empty)
    assert model.mean.tolist() == [np.log(0.1), 1.0, 0.05, 0.5, 0.5]
    assert (model.between, model.within) == (USUAL.between, USUAL.within)
    assert model.effects == {}


def test_intervals_hold_four_times_in_five_on_datasets_seen_and_new() -> None:
    """Simulated: worlds drawn from the prior, 80 % intervals of single log seconds."""
    random = np.random.RandomState(11)
    inside = {"seen": 0, "new": 0}
    worlds = 150
    for _ in range(worlds):
        weights = true_weights(random)
        observed, effects = made_up(random, 6, 8, weights)
        model = fit(USUAL, observed)
        for kind, dataset in (("seen", 0), ("new", 99)):
            effect = effects[0] if kind == "seen" else random.normal(0, USUAL.between)
            x = observed.x[0].copy()
            x[5:] = random.uniform(-1, 1, 2)
            if kind == "new":
                shape = np.exp(random.uniform([[4.5, 1, 0.7]], [[10, 5, 3]]))
                x[:5] = features(shape, np.empty((1, 0)))[0]
            truth = x @ weights + effect + random.normal(0, USUAL.within)
            mean, sd = spread(model, x, dataset)
            inside[kind] += abs(truth - mean) <= 1.2816 * sd
    for kind, count in inside.items():
        assert 0.70 < count / worlds < 0.90, (kind, count / worlds)


def spread(model: Model, x: np.ndarray, dataset: int) -> tuple[float, float]:
    effect = model.effect(dataset)
    free = x - effect.pull
    variance = ((free @ model.root) ** 2).sum() + effect.sd**2 + model.within**2
    return float(free @ model.mean + effect.base), float(np.sqrt(variance))


def test_evaluations_that_met_the_limit_are_not_taken_for_short() -> None:
    random = np.random.RandomState(5)
    weights = true_weights(random)
    observed, _ = made_up(random, 10, 30, weights)
    limit = float(np.quantile(observed.seconds, 0.7))
    over = observed.seconds > limit
    cut = Observed(observed.x, observed.dataset, np.minimum(observed.seconds, limit), over)
    naive = Observed(cut.x, cut.dataset, cut.seconds, np.zeros_like(over))
    far = observed.x[over]
    truth = np.log(observed.seconds[over]).mean()

    def foretold(model: Model) -> float:
        places = [
            spread(model, x, int(d))[0] for x, d in zip(far, observed.dataset[over], strict=True)
        ]
        return float(np.mean(places))

    kept, misled = foretold(fit(USUAL, cut)), foretold(fit(USUAL, naive))
    assert abs(kept - truth) < 0.5 * abs(misled - truth)


def test_every_measured_learner_has_a_plausible_prior_and_others_an_unsure_one() -> None:
    for name, known in measured().items():
        assert 1e-5 < known.seconds < 10, name
        assert -0.3 < known.rows < 2.5, name
        assert known.between > 0, name
        assert known.within > 0, name
    unknown = prior("a_learner_of_tomorrow")
    assert unknown.between > max(known.between for known in measured().values())

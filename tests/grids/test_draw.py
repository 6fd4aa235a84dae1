from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from math import log, nextafter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from optuna.distributions import CategoricalDistribution, FloatDistribution, IntDistribution
from scipy import stats

from grids.draw import draw, quantile
from grids.registry import spaces
from grids.space import Distribution, Parameter, Space, Value

ALMOST_ONE = nextafter(1.0, 0.0)
seeds = st.integers(0, 2**31 - 1)
rows = st.integers(1, 10**6)
names = st.sampled_from(sorted(space.name for space in spaces()))


@st.composite
def distributions(draw_from: st.DrawFn) -> Distribution:
    kind = draw_from(st.sampled_from(["linear", "log", "step", "int", "int log", "choice"]))
    if kind == "choice":
        cells = st.one_of(st.none(), st.booleans(), st.integers(), st.text())
        return CategoricalDistribution(draw_from(st.lists(cells, min_size=1, max_size=5)))
    if kind.startswith("int"):
        low = draw_from(st.integers(1 if "log" in kind else -1000, 1000))
        high = low + draw_from(st.integers(0, 10**6))
        step = 1 if "log" in kind else draw_from(st.sampled_from([1, 1, 3]))
        return IntDistribution(low, high - (high - low) % step, log="log" in kind, step=step)
    real = st.floats(1e-6 if kind == "log" else -1e6, 1e6)
    low_, high_ = sorted([draw_from(real), draw_from(real)])
    if kind == "step":
        return FloatDistribution(0.0, 0.25 * draw_from(st.integers(0, 40)), step=0.25)
    return FloatDistribution(low_, high_, log=kind == "log")


def lies_in(value: Value, distribution: Distribution) -> bool:
    if isinstance(distribution, CategoricalDistribution):
        return any(value is choice or value == choice for choice in distribution.choices)
    if isinstance(distribution, IntDistribution):
        assert type(value) is int
        on_step = (value - distribution.low) % distribution.step == 0
    else:
        assert type(value) is float
        on_step = distribution.step is None or (value / distribution.step).is_integer()
    return distribution.low <= value <= distribution.high and on_step


@given(distributions(), st.floats(0.0, ALMOST_ONE))
def test_every_value_lies_in_its_range(distribution: Distribution, u: float) -> None:
    assert lies_in(quantile(distribution, u), distribution)


@given(distributions())
def test_both_ends_of_a_range_can_be_drawn(distribution: Distribution) -> None:
    first, last = quantile(distribution, 0.0), quantile(distribution, ALMOST_ONE)
    if isinstance(distribution, CategoricalDistribution):
        assert (first, last) == (distribution.choices[0], distribution.choices[-1])
    else:
        assert first == pytest.approx(distribution.low, rel=1e-7, abs=1e-6)
        assert last == pytest.approx(distribution.high, rel=1e-7, abs=1e-6)


@given(st.floats(1e-6, 1e3), st.floats(0.0, ALMOST_ONE), st.booleans())
def test_floats_have_eight_significant_digits(low: float, u: float, log_scale: bool) -> None:
    distribution = FloatDistribution(low, 2 * low, log=log_scale)
    value = quantile(distribution, u)
    assert isinstance(value, float)
    assert value in {low, 2 * low, float(f"{value:.8g}")}


@given(names, seeds, rows)
def test_a_row_depends_on_its_identity_alone(name: str, seed: int, row: int) -> None:
    space = spaces()[name]
    alone = draw(space, seed, row)
    draw(space, seed, row - 1)
    draw(space, seed + 1, row)
    np.random.default_rng(0).random(3)
    assert draw(space, seed, row) == alone
    assert list(alone) == [p.name for p in space.parameters]
    assert all(lies_in(alone[p.name], p.distribution) for p in space.parameters)


@given(seeds, rows)
def test_every_part_of_the_identity_counts(seed: int, row: int) -> None:
    space = spaces()["frostgrid/glmnet"]
    drawn = [
        draw(space, seed, row),
        draw(space, seed + 1, row),
        draw(space, seed, row + 1),
        draw(replace(space, version=space.version + 1), seed, row),
        draw(replace(space, preset="other"), seed, row),
        draw(replace(space, learner="other"), seed, row),
    ]
    assert len({tuple(found.values()) for found in drawn}) == len(drawn)


@given(names, seeds)
def test_row_0_holds_the_defaults(name: str, seed: int) -> None:
    space = spaces()[name]
    assert draw(space, seed, 0) == {p.name: p.default for p in space.parameters}


def test_inert_columns_are_drawn_too() -> None:
    space = spaces()["frostgrid/xgboost"]
    drawn = [draw(space, 1, row) for row in range(1, 60)]
    assert {row["booster"] for row in drawn} == {"gbtree", "gblinear"}
    assert all(row["max_depth"] is not None for row in drawn)


# Space with one parameter per scale; a draw of 4,000 rows is compared with the scale's own law.
SCALES = Space(
    preset="test",
    learner="scales",
    version=1,
    source="",
    parameters=(
        Parameter("linear", FloatDistribution(-1.0, 3.0), None),
        Parameter("log", FloatDistribution(1e-4, 10.0, log=True), None),
        Parameter("int", IntDistribution(2, 7), None),
        Parameter("int_log", IntDistribution(1, 8, log=True), None),
        Parameter("step", FloatDistribution(0.0, 1.0, step=0.25), None),
        Parameter("choice", CategoricalDistribution((True, None, "a")), None),
    ),
)
DRAWN = [draw(SCALES, 5, row) for row in range(1, 4001)]


def test_reals_are_uniform_on_their_scale() -> None:
    linear = np.array([row["linear"] for row in DRAWN], dtype=float)
    assert stats.kstest(linear, stats.uniform(-1.0, 4.0).cdf).pvalue > 0.001
    logs = np.log(np.array([row["log"] for row in DRAWN], dtype=float))
    assert stats.kstest(logs, stats.uniform(log(1e-4), log(1e5)).cdf).pvalue > 0.001


@pytest.mark.parametrize(
    ("column", "expected"),
    [
        ("int", dict.fromkeys(range(2, 8), 1 / 6)),
        ("step", dict.fromkeys([0.0, 0.25, 0.5, 0.75, 1.0], 1 / 5)),
        ("choice", dict.fromkeys([True, None, "a"], 1 / 3)),
        # Optuna draws log-uniformly from [low - 1/2, high + 1/2] and rounds.
        ("int_log", {k: log((k + 0.5) / (k - 0.5)) / log(8.5 / 0.5) for k in range(1, 9)}),
    ],
)
def test_counts_follow_the_scale(column: str, expected: dict[Value, float]) -> None:
    counts = [sum(row[column] == value for row in DRAWN) for value in expected]
    assert sum(counts) == len(DRAWN)
    predicted = [share * len(DRAWN) for share in expected.values()]
    assert stats.chisquare(counts, predicted).pvalue > 0.001


def test_columns_of_a_row_are_independent() -> None:
    pairs = np.array([[row["linear"], log(float(str(row["log"])))] for row in DRAWN], dtype=float)
    assert abs(np.corrcoef(pairs.T)[0, 1]) < 0.06


@given(distributions().filter(lambda d: not isinstance(d, CategoricalDistribution)))
def test_a_larger_quantile_is_never_a_smaller_value(distribution: Distribution) -> None:
    values = [quantile(distribution, u) for u in np.linspace(0.0, ALMOST_ONE, 30)]
    assert all(float(str(a)) <= float(str(b)) for a, b in pairwise(values))

"""Rows of a grid, each a function of its own identity."""

from __future__ import annotations

from math import exp, floor, log

from optuna.distributions import CategoricalDistribution, FloatDistribution, IntDistribution

from frostgrid.base.streams import stream
from grids.space import Distribution, Space, Value

DIGITS = 8
"""Significant digits of drawn numbers: enough to search, too few for a platform's last bit."""


def draw(space: Space, seed: int, row: int) -> dict[str, Value]:
    """Row ``row`` of the endless grid of ``space``.

    Row 0 holds the defaults. Any other row is drawn from ``(seed, space.name, space.version,
    row)`` alone, every column uniform on its own scale, inert columns too.

    Parameters
    ----------
    space
        What may vary.
    seed
        Same seed, same grid.
    row
        Counted from 0.
    """
    if row == 0:
        return {p.name: p.default for p in space.parameters}
    random = stream("grid", seed, space.name, space.version, row)
    return {p.name: quantile(p.distribution, random.random_sample()) for p in space.parameters}


def quantile(distribution: Distribution, u: float) -> Value:
    """Value of ``distribution`` at ``u`` in ``[0, 1)``: the inverse of its distribution function.

    Integers on a log scale are rounded from ``[low - 1/2, high + 1/2]``, so that each end counts
    as much as its neighbours; this is Optuna's own rule.
    """
    if isinstance(distribution, CategoricalDistribution):
        choice: Value = distribution.choices[floor(u * len(distribution.choices))]
        return choice
    if isinstance(distribution, IntDistribution):
        return _integer(distribution, u)
    return _real(distribution, u)


def _integer(distribution: IntDistribution, u: float) -> int:
    low, high, step = distribution.low, distribution.high, distribution.step
    if distribution.log:
        return min(max(round(_geometric(low - 0.5, high + 0.5, u)), low), high)
    return low + floor(u * ((high - low) // step + 1)) * step


def _real(distribution: FloatDistribution, u: float) -> float:
    low, high, step = distribution.low, distribution.high, distribution.step
    if distribution.log:
        drawn = _geometric(low, high, u)
    elif step is not None:
        drawn = low + floor(u * (round((high - low) / step) + 1)) * step
    else:
        drawn = low + u * (high - low)
    return min(max(float(f"{drawn:.{DIGITS}g}"), low), high)


def _geometric(low: float, high: float, u: float) -> float:
    return exp(log(low) + u * (log(high) - log(low)))

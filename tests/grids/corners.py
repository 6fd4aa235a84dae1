"""Rows that between them hold everything a space allows."""

from __future__ import annotations

from math import nextafter

from optuna.distributions import CategoricalDistribution

from grids.draw import draw, quantile
from grids.space import Space, Value


def corner_rows(space: Space) -> list[dict[str, Value]]:
    """Both ends of every range, every choice, the defaults and some drawn rows."""
    low, high = (
        {p.name: quantile(p.distribution, u) for p in space.parameters}
        for u in (0.0, nextafter(1.0, 0.0))
    )
    choices: list[dict[str, Value]] = [
        {**high, p.name: choice}
        for p in space.parameters
        if isinstance(p.distribution, CategoricalDistribution)
        for choice in p.distribution.choices
    ]
    return [low, high, *choices, *(draw(space, 0, row) for row in range(9))]

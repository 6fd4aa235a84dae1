"""Configurations from the grids of learners, for the conformance suites."""

from __future__ import annotations

from known_tables import Table

from grids.draw import draw
from grids.registry import spaces
from grids.space import Shape, Value
from runners.learner import Learner

ROUNDS = {"iterations", "n.trees", "n_estimators", "ntree", "num.trees"}
"""Arguments that set the cost; the suites ask for at most 50."""


def config_of(
    learner: Learner, row: int, data: Table, preset: str = "frostgrid"
) -> dict[str, Value]:
    """Effective configuration of a grid row, made cheap."""
    space = spaces()[f"{preset}/{learner.name}"]
    shape = Shape(len(data.train), data.dataset.n_columns)
    found = space.effective(draw(space, 0, row), shape)
    for name in ROUNDS & found.keys():
        value = found[name]
        assert isinstance(value, int)
        found[name] = min(value, 50)
    return found

"""Grid of MementoML's kknn: 1,000 rows, and 30 configurations among them."""

from __future__ import annotations

from optuna.distributions import FloatDistribution, IntDistribution

from grids.registry import SPACES
from grids.rules import at_most_two_below_rows
from grids.space import Parameter, Space

KKNN = SPACES.add(
    Space(
        preset="memento",
        learner="kknn",
        version=1,
        source="MementoML (2020), rebuilt from published rows; the distance is a constant there",
        parameters=(
            Parameter("k", IntDistribution(1, 30), 7, rule=at_most_two_below_rows),
            Parameter("distance", FloatDistribution(2.0, 2.0), 2.0),
        ),
    )
)

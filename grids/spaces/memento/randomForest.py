"""Grid of MementoML's randomForest, which left mtry out."""

from __future__ import annotations

from optuna.distributions import CategoricalDistribution, IntDistribution

from grids.registry import SPACES
from grids.space import Parameter, Space

RANDOM_FOREST = SPACES.add(
    Space(
        preset="memento",
        learner="randomForest",
        version=1,
        source="MementoML (2020), rebuilt from published rows",
        parameters=(
            Parameter("ntree", IntDistribution(100, 10085, log=True), 500),
            Parameter("nodesize", IntDistribution(1, 5), 1),
            Parameter("replace", CategoricalDistribution((True, False)), True),
        ),
    )
)

"""What to search of k nearest neighbours in R's class.

The package knows no other parameter that changes probabilities for good.
"""

from __future__ import annotations

from optuna.distributions import IntDistribution

from grids.registry import SPACES
from grids.rules import at_most_rows
from grids.space import Parameter, Space

CLASS_KNN = SPACES.add(
    Space(
        preset="frostgrid",
        learner="class_knn",
        version=1,
        source="k alone: 94 configurations in all",
        parameters=(Parameter("k", IntDistribution(1, 100, log=True), 1, rule=at_most_rows),),
    )
)

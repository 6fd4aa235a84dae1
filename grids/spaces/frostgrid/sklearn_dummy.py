"""The baselines that look at no feature: four configurations in all."""

from __future__ import annotations

from optuna.distributions import CategoricalDistribution

from grids.registry import SPACES
from grids.space import Parameter, Space

DUMMY = SPACES.add(
    Space(
        preset="frostgrid",
        learner="sklearn_dummy",
        version=1,
        source="every strategy that needs no further value",
        parameters=(
            Parameter(
                "strategy",
                CategoricalDistribution(("prior", "most_frequent", "stratified", "uniform")),
                "prior",
            ),
        ),
    )
)

"""What to search of the decision tree in R's rpart."""

from __future__ import annotations

from optuna.distributions import FloatDistribution, IntDistribution

from grids.registry import SPACES
from grids.space import Parameter, Space

RPART = SPACES.add(
    Space(
        preset="frostgrid",
        learner="rpart",
        version=1,
        source="Kuehn et al. (2018), with cp on a log scale: most of 0..1 prunes to the root",
        parameters=(
            Parameter("cp", FloatDistribution(1e-4, 0.2, log=True), 0.01),
            Parameter("maxdepth", IntDistribution(1, 30), 30),
            # A third of minsplit by default, which is 20.
            Parameter("minbucket", IntDistribution(1, 60, log=True), 7),
            Parameter("minsplit", IntDistribution(1, 60, log=True), 20),
        ),
    )
)

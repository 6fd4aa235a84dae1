"""Space of the random bot for rpart."""

from __future__ import annotations

from optuna.distributions import FloatDistribution, IntDistribution

from grids.registry import SPACES
from grids.space import Parameter, Space

RPART = SPACES.add(
    Space(
        preset="kuehn2018",
        learner="rpart",
        version=1,
        source="Kuehn et al. (2018) = Probst et al. (2019), exact",
        parameters=(
            Parameter("cp", FloatDistribution(0.0, 1.0), 0.01),
            Parameter("maxdepth", IntDistribution(1, 30), 30),
            # A third of minsplit by default, which is 20.
            Parameter("minbucket", IntDistribution(1, 60), 7),
            Parameter("minsplit", IntDistribution(1, 60), 20),
        ),
    )
)

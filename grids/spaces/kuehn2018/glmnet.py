"""Space of the random bot for glmnet."""

from __future__ import annotations

from optuna.distributions import FloatDistribution

from grids.registry import SPACES
from grids.space import Parameter, Space

GLMNET = SPACES.add(
    Space(
        preset="kuehn2018",
        learner="glmnet",
        version=1,
        source="Kuehn et al. (2018) = Probst et al. (2019), exact",
        parameters=(
            Parameter("alpha", FloatDistribution(0.0, 1.0), 1.0),
            Parameter("lambda", FloatDistribution(2**-10, 2**10, log=True), 0.01, argument="s"),
        ),
    )
)

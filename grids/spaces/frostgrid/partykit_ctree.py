"""What to search of the conditional inference tree in R's partykit."""

from __future__ import annotations

from optuna.distributions import CategoricalDistribution, FloatDistribution, IntDistribution

from grids.registry import SPACES
from grids.space import Parameter, Space

PARTYKIT_CTREE = SPACES.add(
    Space(
        preset="frostgrid",
        learner="partykit_ctree",
        version=1,
        source="ranges of rpart, and the level of the tests from strict to none",
        parameters=(
            Parameter("alpha", FloatDistribution(1e-6, 1.0, log=True), 0.05),
            Parameter(
                "testtype", CategoricalDistribution(("Bonferroni", "Univariate")), "Bonferroni"
            ),
            Parameter("teststat", CategoricalDistribution(("quadratic", "maximum")), "quadratic"),
            Parameter("minsplit", IntDistribution(1, 60, log=True), 20),
            Parameter("minbucket", IntDistribution(1, 60, log=True), 7),
            # The default is no limit.
            Parameter("maxdepth", IntDistribution(1, 30), None),
        ),
    )
)

"""Space of the second random bot for rpart."""

from __future__ import annotations

from optuna.distributions import FloatDistribution, IntDistribution

from grids.registry import SPACES
from grids.space import Parameter, Space

RPART = SPACES.add(
    Space(
        preset="rbv2",
        learner="rpart",
        version=1,
        source="Binder et al. (2020) as documented in mlr3tuningspaces, tag rbv2",
        parameters=(
            Parameter("cp", FloatDistribution(1e-4, 1.0, log=True), 0.01),
            Parameter("maxdepth", IntDistribution(1, 30), 30),
            # A third of minsplit by default, which is 20.
            Parameter("minbucket", IntDistribution(1, 100), 7),
            Parameter("minsplit", IntDistribution(1, 100), 20),
        ),
    )
)

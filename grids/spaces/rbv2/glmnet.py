"""Space of the second random bot for glmnet."""

from __future__ import annotations

from optuna.distributions import FloatDistribution

from grids.registry import SPACES
from grids.space import Parameter, Space

GLMNET = SPACES.add(
    Space(
        preset="rbv2",
        learner="glmnet",
        version=1,
        source="Binder et al. (2020) as documented in mlr3tuningspaces, tag rbv2",
        parameters=(
            Parameter("alpha", FloatDistribution(0.0, 1.0), 1.0),
            Parameter("s", FloatDistribution(1e-4, 1000.0, log=True), 0.01),
        ),
    )
)

"""Grid of MementoML's glmnet."""

from __future__ import annotations

from optuna.distributions import FloatDistribution

from grids.registry import SPACES
from grids.space import Parameter, Space

GLMNET = SPACES.add(
    Space(
        preset="memento",
        learner="glmnet",
        version=1,
        source=(
            "MementoML (2020), rebuilt from published rows; the upper end of lambda is "
            "unknown, and 10 as in a replication"
        ),
        parameters=(
            Parameter("alpha", FloatDistribution(0.0, 1.0), 1.0),
            Parameter("lambda", FloatDistribution(2**-10, 10.0, log=True), 0.01, argument="s"),
        ),
    )
)

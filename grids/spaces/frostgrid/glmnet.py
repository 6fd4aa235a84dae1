"""What to search of R's glmnet.

``lambda`` is the argument ``s`` of ``predict``: the model is fitted along glmnet's own path and
read off at that penalty. The package has no default for it; 0.01 is mlr's. Zero is outside the
domain.
"""

from __future__ import annotations

from optuna.distributions import FloatDistribution

from grids.registry import SPACES
from grids.space import Parameter, Space

GLMNET = SPACES.add(
    Space(
        preset="frostgrid",
        learner="glmnet",
        version=1,
        source="MementoML's parameters; above a penalty of 10 the model is constant",
        parameters=(
            Parameter("alpha", FloatDistribution(0.0, 1.0), 1.0),
            Parameter("lambda", FloatDistribution(1e-4, 10.0, log=True), 0.01, argument="s"),
        ),
    )
)

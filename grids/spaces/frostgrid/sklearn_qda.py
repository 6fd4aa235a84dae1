"""What to search of scikit-learn's quadratic discriminant analysis."""

from __future__ import annotations

from optuna.distributions import FloatDistribution

from grids.registry import SPACES
from grids.space import Parameter, Space

QDA = SPACES.add(
    Space(
        preset="frostgrid",
        learner="sklearn_qda",
        version=1,
        source=(
            "from nearly none to all of the shrinkage to spheres; the default, none, refuses "
            "collinear columns"
        ),
        parameters=(Parameter("reg_param", FloatDistribution(1e-5, 1.0, log=True), 0.0),),
    )
)

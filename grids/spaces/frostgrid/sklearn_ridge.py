"""What to search of scikit-learn's ridge classifier."""

from __future__ import annotations

from optuna.distributions import CategoricalDistribution, FloatDistribution

from grids.registry import SPACES
from grids.space import Parameter, Space

RIDGE = SPACES.add(
    Space(
        preset="frostgrid",
        learner="sklearn_ridge",
        version=1,
        source="ranges usual in tuning guides",
        parameters=(
            Parameter("alpha", FloatDistribution(1e-4, 1e4, log=True), 1.0),
            Parameter("class_weight", CategoricalDistribution((None, "balanced")), None),
        ),
    )
)

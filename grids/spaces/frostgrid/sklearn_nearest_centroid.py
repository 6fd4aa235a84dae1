"""What to search of scikit-learn's nearest class mean."""

from __future__ import annotations

from optuna.distributions import CategoricalDistribution, FloatDistribution

from grids.registry import SPACES
from grids.space import Parameter, Space

NEAREST_CENTROID = SPACES.add(
    Space(
        preset="frostgrid",
        learner="sklearn_nearest_centroid",
        version=1,
        source="shrinkage of the class means from hardly any to all columns; the default is none",
        parameters=(
            Parameter("shrink_threshold", FloatDistribution(0.01, 10.0, log=True), None),
            Parameter("priors", CategoricalDistribution(("uniform", "empirical")), "uniform"),
        ),
    )
)

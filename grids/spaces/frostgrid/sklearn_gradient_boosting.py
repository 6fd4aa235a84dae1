"""What to search of scikit-learn's gradient boosting on exact splits."""

from __future__ import annotations

from optuna.distributions import FloatDistribution, IntDistribution

from grids.registry import SPACES
from grids.space import Parameter, Space

GRADIENT_BOOSTING = SPACES.add(
    Space(
        preset="frostgrid",
        learner="sklearn_gradient_boosting",
        version=1,
        source="ranges usual in tuning guides",
        parameters=(
            Parameter("n_estimators", IntDistribution(10, 200, log=True), 100),
            Parameter("learning_rate", FloatDistribution(0.005, 0.5, log=True), 0.1),
            Parameter("subsample", FloatDistribution(0.3, 1.0), 1.0),
            Parameter("max_depth", IntDistribution(1, 6), 3),
            Parameter("min_samples_split", IntDistribution(2, 60, log=True), 2),
            Parameter("min_samples_leaf", IntDistribution(1, 60, log=True), 1),
            Parameter("max_features", FloatDistribution(0.1, 1.0), None),
        ),
    )
)

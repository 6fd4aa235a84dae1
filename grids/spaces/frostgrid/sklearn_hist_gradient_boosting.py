"""What to search of scikit-learn's gradient boosting on binned columns."""

from __future__ import annotations

from optuna.distributions import CategoricalDistribution, FloatDistribution, IntDistribution

from grids.registry import SPACES
from grids.space import Parameter, Space

HIST_GRADIENT_BOOSTING = SPACES.add(
    Space(
        preset="frostgrid",
        learner="sklearn_hist_gradient_boosting",
        version=1,
        source="ranges usual in tuning guides",
        parameters=(
            Parameter("max_iter", IntDistribution(10, 300, log=True), 100),
            Parameter("learning_rate", FloatDistribution(0.005, 0.5, log=True), 0.1),
            Parameter("max_leaf_nodes", IntDistribution(2, 64, log=True), 31),
            Parameter("max_depth", IntDistribution(2, 15), None),
            Parameter("min_samples_leaf", IntDistribution(1, 100, log=True), 20),
            Parameter("l2_regularization", FloatDistribution(1e-4, 100.0, log=True), 0.0),
            Parameter("max_features", FloatDistribution(0.2, 1.0), 1.0),
            Parameter("max_bins", IntDistribution(16, 255, log=True), 255),
            Parameter("class_weight", CategoricalDistribution((None, "balanced")), None),
        ),
    )
)

"""What to search of LightGBM's gradient boosting."""

from __future__ import annotations

from optuna.distributions import CategoricalDistribution, FloatDistribution, IntDistribution

from grids.registry import SPACES
from grids.space import Parameter, Space

LIGHTGBM = SPACES.add(
    Space(
        preset="frostgrid",
        learner="lightgbm",
        version=1,
        source="ranges usual in tuning guides; the default depth -1 means no limit",
        parameters=(
            Parameter("n_estimators", IntDistribution(10, 300, log=True), 100),
            Parameter("learning_rate", FloatDistribution(0.005, 0.5, log=True), 0.1),
            Parameter("num_leaves", IntDistribution(2, 128, log=True), 31),
            Parameter("max_depth", IntDistribution(2, 15), -1),
            Parameter("min_child_samples", IntDistribution(1, 100, log=True), 20),
            Parameter("min_child_weight", FloatDistribution(1e-4, 10.0, log=True), 1e-3),
            Parameter("min_split_gain", FloatDistribution(1e-4, 1.0, log=True), 0.0),
            Parameter("reg_lambda", FloatDistribution(1e-4, 100.0, log=True), 0.0),
            Parameter("reg_alpha", FloatDistribution(1e-4, 100.0, log=True), 0.0),
            Parameter("colsample_bytree", FloatDistribution(0.2, 1.0), 1.0),
            # Rows are sampled only where they are sampled again every so many trees.
            Parameter("subsample_freq", IntDistribution(0, 1), 0),
            Parameter("subsample", FloatDistribution(0.3, 1.0), 1.0, ("subsample_freq", (1,))),
            Parameter("class_weight", CategoricalDistribution((None, "balanced")), None),
        ),
    )
)

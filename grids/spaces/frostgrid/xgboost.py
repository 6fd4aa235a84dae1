"""What to search of xgboost's gradient boosting: trees, or a linear model."""

from __future__ import annotations

from optuna.distributions import CategoricalDistribution, FloatDistribution, IntDistribution

from grids.registry import SPACES
from grids.space import Parameter, Space

TREES = ("booster", ("gbtree",))

XGBOOST = SPACES.add(
    Space(
        preset="frostgrid",
        learner="xgboost",
        version=1,
        source="MementoML's parameters with log scales, and the penalties that it left out",
        parameters=(
            Parameter("booster", CategoricalDistribution(("gbtree", "gblinear")), "gbtree"),
            Parameter("n_estimators", IntDistribution(10, 300, log=True), 100),
            Parameter("learning_rate", FloatDistribution(0.005, 0.5, log=True), 0.3),
            Parameter("reg_lambda", FloatDistribution(1e-4, 100.0, log=True), 1.0),
            Parameter("reg_alpha", FloatDistribution(1e-4, 100.0, log=True), 0.0),
            Parameter("subsample", FloatDistribution(0.3, 1.0), 1.0, TREES),
            Parameter("colsample_bytree", FloatDistribution(0.2, 1.0), 1.0, TREES),
            Parameter("colsample_bylevel", FloatDistribution(0.2, 1.0), 1.0, TREES),
            Parameter("max_depth", IntDistribution(1, 8), 6, TREES),
            Parameter("min_child_weight", FloatDistribution(0.1, 32.0, log=True), 1.0, TREES),
            Parameter("gamma", FloatDistribution(1e-4, 10.0, log=True), 0.0, TREES),
            Parameter("max_bin", IntDistribution(16, 256, log=True), 256, TREES),
            Parameter(
                "grow_policy",
                CategoricalDistribution(("depthwise", "lossguide")),
                "depthwise",
                TREES,
            ),
            Parameter(
                "max_leaves",
                IntDistribution(4, 128, log=True),
                0,
                ("grow_policy", ("lossguide",)),
            ),
        ),
    )
)

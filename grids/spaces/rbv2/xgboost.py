"""Space of the second random bot for xgboost, an R package that we run in Python."""

from __future__ import annotations

from optuna.distributions import CategoricalDistribution, FloatDistribution, IntDistribution

from grids.registry import SPACES
from grids.space import Parameter, Space

TREES = ("booster", ("gbtree", "dart"))

XGBOOST = SPACES.add(
    Space(
        preset="rbv2",
        learner="xgboost",
        version=1,
        source=(
            "Binder et al. (2020) as documented in mlr3tuningspaces, tag rbv2, for the R "
            "package run in Python"
        ),
        parameters=(
            Parameter("booster", CategoricalDistribution(("gblinear", "gbtree", "dart")), "gbtree"),
            Parameter("nrounds", IntDistribution(7, 2981, log=True), 100, argument="n_estimators"),
            Parameter("eta", FloatDistribution(1e-4, 1.0, log=True), 0.3, argument="learning_rate"),
            Parameter("gamma", FloatDistribution(1e-5, 7.0, log=True), 0.0, TREES),
            Parameter(
                "lambda", FloatDistribution(1e-4, 1000.0, log=True), 1.0, argument="reg_lambda"
            ),
            Parameter(
                "alpha", FloatDistribution(1e-4, 1000.0, log=True), 0.0, argument="reg_alpha"
            ),
            Parameter("subsample", FloatDistribution(0.1, 1.0), 1.0, TREES),
            Parameter("max_depth", IntDistribution(1, 15), 6, TREES),
            Parameter("min_child_weight", FloatDistribution(1.0, 100.0, log=True), 1.0, TREES),
            Parameter("colsample_bytree", FloatDistribution(0.01, 1.0), 1.0, TREES),
            Parameter("colsample_bylevel", FloatDistribution(0.01, 1.0), 1.0, TREES),
            Parameter("rate_drop", FloatDistribution(0.0, 1.0), 0.0, ("booster", ("dart",))),
            Parameter("skip_drop", FloatDistribution(0.0, 1.0), 0.0, ("booster", ("dart",))),
        ),
    )
)

"""Space of the random bot for xgboost, an R package that we run in Python.

The bot passed ``subsample`` to linear models too, where it is inert.
"""

from __future__ import annotations

from optuna.distributions import CategoricalDistribution, FloatDistribution, IntDistribution

from grids.registry import SPACES
from grids.space import Parameter, Space

TREES = ("booster", ("gbtree",))

XGBOOST = SPACES.add(
    Space(
        preset="kuehn2018",
        learner="xgboost",
        version=1,
        source="Kuehn et al. (2018) = Probst et al. (2019), exact, for the R package run in Python",
        parameters=(
            Parameter("booster", CategoricalDistribution(("gbtree", "gblinear")), "gbtree"),
            Parameter("nrounds", IntDistribution(1, 5000), 100, argument="n_estimators"),
            Parameter(
                "eta", FloatDistribution(2**-10, 1.0, log=True), 0.3, argument="learning_rate"
            ),
            Parameter("subsample", FloatDistribution(0.1, 1.0), 1.0, TREES),
            Parameter("max_depth", IntDistribution(1, 15), 6, TREES),
            Parameter("min_child_weight", FloatDistribution(1.0, 2**7, log=True), 1.0, TREES),
            Parameter("colsample_bytree", FloatDistribution(0.0, 1.0), 1.0, TREES),
            Parameter("colsample_bylevel", FloatDistribution(0.0, 1.0), 1.0, TREES),
            Parameter(
                "lambda", FloatDistribution(2**-10, 2**10, log=True), 1.0, argument="reg_lambda"
            ),
            Parameter(
                "alpha", FloatDistribution(2**-10, 2**10, log=True), 0.0, argument="reg_alpha"
            ),
        ),
    )
)

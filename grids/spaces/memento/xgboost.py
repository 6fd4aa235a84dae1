"""Grid of MementoML's xgboost, an R package that we run in Python.

The original drew tree parameters for linear models too, where they are inert. Its constant column
``missing`` is kept: zeros are treated as missing values.
"""

from __future__ import annotations

from optuna.distributions import CategoricalDistribution, FloatDistribution, IntDistribution

from grids.registry import SPACES
from grids.space import Parameter, Space

TREES = ("booster", ("gbtree",))

XGBOOST = SPACES.add(
    Space(
        preset="memento",
        learner="xgboost",
        version=1,
        source=(
            "MementoML (2020), exact, for the R package run in Python; its default row had "
            "nrounds = 1 of mlr, ours is that of the package"
        ),
        parameters=(
            Parameter("booster", CategoricalDistribution(("gbtree", "gblinear")), "gbtree"),
            Parameter("nrounds", IntDistribution(1, 1000), 100, argument="n_estimators"),
            Parameter(
                "eta", FloatDistribution(2**-5, 1.0, log=True), 0.3, argument="learning_rate"
            ),
            Parameter("subsample", FloatDistribution(0.5, 1.0), 1.0, TREES),
            Parameter("max_depth", IntDistribution(6, 15), 6, TREES),
            Parameter("min_child_weight", FloatDistribution(1.0, 8.0, log=True), 1.0, TREES),
            Parameter("colsample_bytree", FloatDistribution(0.2, 1.0), 1.0, TREES),
            Parameter("colsample_bylevel", FloatDistribution(0.2, 1.0), 1.0, TREES),
            Parameter("missing", FloatDistribution(0.0, 0.0), None),
        ),
    )
)

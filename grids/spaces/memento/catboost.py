"""Grid of MementoML's catboost, of which only the names of the columns are known.

The temperature needs the Bayesian bootstrap, the package's default at that time; today's row 0 has
another, so the kind of bootstrap is a column of ours.
"""

from __future__ import annotations

from optuna.distributions import CategoricalDistribution, FloatDistribution, IntDistribution

from grids.registry import SPACES
from grids.space import Parameter, Space

CATBOOST = SPACES.add(
    Space(
        preset="memento",
        learner="catboost",
        version=1,
        source=(
            "completed by us for the R package run in Python: columns of MementoML (2020), "
            "ranges of its xgboost where they fit"
        ),
        parameters=(
            Parameter("iterations", IntDistribution(1, 1000), 1000),
            Parameter("depth", IntDistribution(1, 10), 6),
            Parameter("l2_leaf_reg", FloatDistribution(1.0, 10.0, log=True), 3.0),
            Parameter("bootstrap_type", CategoricalDistribution(("Bayesian",)), None),
            Parameter(
                "bagging_temperature",
                FloatDistribution(0.0, 1.0),
                1.0,
                ("bootstrap_type", ("Bayesian",)),
            ),
            Parameter("learning_rate", FloatDistribution(2**-5, 1.0, log=True), None),
        ),
    )
)

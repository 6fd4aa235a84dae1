"""What to search of CatBoost's gradient boosting.

CatBoost computes the learning rate and the way of sampling rows from rows, classes and loss, so
row 0 leaves them to it.
"""

from __future__ import annotations

from optuna.distributions import CategoricalDistribution, FloatDistribution, IntDistribution

from grids.registry import SPACES
from grids.space import Parameter, Space

CATBOOST = SPACES.add(
    Space(
        preset="frostgrid",
        learner="catboost",
        version=1,
        source="ranges usual in tuning guides, with MementoML's five parameters among them",
        parameters=(
            Parameter("iterations", IntDistribution(10, 300, log=True), 1000),
            Parameter("learning_rate", FloatDistribution(0.005, 0.5, log=True), None),
            Parameter("depth", IntDistribution(1, 7), 6),
            Parameter("l2_leaf_reg", FloatDistribution(0.1, 100.0, log=True), 3.0),
            Parameter("random_strength", FloatDistribution(0.01, 10.0, log=True), 1.0),
            Parameter("rsm", FloatDistribution(0.2, 1.0), 1.0),
            Parameter("border_count", IntDistribution(16, 254, log=True), 254),
            Parameter(
                "bootstrap_type", CategoricalDistribution(("Bayesian", "Bernoulli", "MVS")), None
            ),
            Parameter(
                "bagging_temperature",
                FloatDistribution(0.0, 2.0),
                1.0,
                ("bootstrap_type", ("Bayesian",)),
            ),
            Parameter(
                "subsample",
                FloatDistribution(0.3, 1.0),
                None,
                ("bootstrap_type", ("Bernoulli", "MVS")),
            ),
            Parameter(
                "grow_policy",
                CategoricalDistribution(("SymmetricTree", "Depthwise", "Lossguide")),
                "SymmetricTree",
            ),
            Parameter(
                "min_data_in_leaf",
                IntDistribution(1, 50, log=True),
                1,
                ("grow_policy", ("Depthwise", "Lossguide")),
            ),
            Parameter(
                "max_leaves", IntDistribution(4, 64, log=True), 31, ("grow_policy", ("Lossguide",))
            ),
            Parameter(
                "auto_class_weights",
                CategoricalDistribution((None, "Balanced", "SqrtBalanced")),
                None,
            ),
        ),
    )
)

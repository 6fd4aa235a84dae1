"""What to search of scikit-learn's linear models by stochastic gradient descent."""

from __future__ import annotations

from optuna.distributions import CategoricalDistribution, FloatDistribution

from grids.registry import SPACES
from grids.space import Parameter, Space

SGD = SPACES.add(
    Space(
        preset="frostgrid",
        learner="sklearn_sgd",
        version=1,
        source="ranges usual in tuning guides",
        parameters=(
            Parameter(
                "loss", CategoricalDistribution(("hinge", "log_loss", "modified_huber")), "hinge"
            ),
            Parameter("penalty", CategoricalDistribution(("l2", "l1", "elasticnet")), "l2"),
            Parameter("alpha", FloatDistribution(1e-6, 0.1, log=True), 1e-4),
            Parameter("l1_ratio", FloatDistribution(0.0, 1.0), 0.15, ("penalty", ("elasticnet",))),
            Parameter(
                "learning_rate",
                CategoricalDistribution(("optimal", "constant", "invscaling", "adaptive")),
                "optimal",
            ),
            Parameter(
                "eta0",
                FloatDistribution(1e-4, 1.0, log=True),
                0.01,
                ("learning_rate", ("constant", "invscaling", "adaptive")),
            ),
            Parameter(
                "power_t", FloatDistribution(0.1, 0.9), 0.5, ("learning_rate", ("invscaling",))
            ),
            Parameter("average", CategoricalDistribution((True, False)), False),
            Parameter("class_weight", CategoricalDistribution((None, "balanced")), None),
        ),
    )
)

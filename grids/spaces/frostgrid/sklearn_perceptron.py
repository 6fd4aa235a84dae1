"""What to search of scikit-learn's perceptron; the default has no penalty."""

from __future__ import annotations

from optuna.distributions import CategoricalDistribution, FloatDistribution

from grids.registry import SPACES
from grids.space import Parameter, Space

PERCEPTRON = SPACES.add(
    Space(
        preset="frostgrid",
        learner="sklearn_perceptron",
        version=1,
        source="ranges usual in tuning guides",
        parameters=(
            Parameter("penalty", CategoricalDistribution(("l2", "l1", "elasticnet")), None),
            Parameter(
                "alpha",
                FloatDistribution(1e-6, 0.1, log=True),
                1e-4,
                ("penalty", ("l2", "l1", "elasticnet")),
            ),
            Parameter("l1_ratio", FloatDistribution(0.0, 1.0), 0.15, ("penalty", ("elasticnet",))),
            Parameter("eta0", FloatDistribution(1e-3, 10.0, log=True), 1.0),
            Parameter("class_weight", CategoricalDistribution((None, "balanced")), None),
        ),
    )
)

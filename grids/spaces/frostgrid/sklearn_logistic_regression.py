"""What to search of scikit-learn's logistic regression with elastic-net penalty.

The adapter fixes ``solver="saga"``, the only one that mixes both penalties.
"""

from __future__ import annotations

from optuna.distributions import CategoricalDistribution, FloatDistribution

from grids.registry import SPACES
from grids.space import Parameter, Space

LOGISTIC_REGRESSION = SPACES.add(
    Space(
        preset="frostgrid",
        learner="sklearn_logistic_regression",
        version=1,
        source="ranges usual in tuning guides",
        parameters=(
            Parameter("C", FloatDistribution(1e-4, 1e4, log=True), 1.0),
            Parameter("l1_ratio", FloatDistribution(0.0, 1.0), 0.0),
            Parameter("class_weight", CategoricalDistribution((None, "balanced")), None),
        ),
    )
)

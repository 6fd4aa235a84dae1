"""What to search of scikit-learn's AdaBoost.

A configuration holds single values, so the depth stands for the tree: the adapter builds it.
"""

from __future__ import annotations

from optuna.distributions import FloatDistribution, IntDistribution

from grids.registry import SPACES
from grids.space import Parameter, Space

ADABOOST = SPACES.add(
    Space(
        preset="frostgrid",
        learner="sklearn_adaboost",
        version=1,
        source="ranges usual in tuning guides",
        parameters=(
            Parameter("n_estimators", IntDistribution(10, 300, log=True), 50),
            Parameter("learning_rate", FloatDistribution(0.01, 2.0, log=True), 1.0),
            Parameter("max_depth", IntDistribution(1, 6), 1),
        ),
    )
)

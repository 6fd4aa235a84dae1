"""What to search of scikit-learn's decision tree."""

from __future__ import annotations

from optuna.distributions import CategoricalDistribution, FloatDistribution, IntDistribution

from grids.registry import SPACES
from grids.space import Parameter, Space

DECISION_TREE = SPACES.add(
    Space(
        preset="frostgrid",
        learner="sklearn_decision_tree",
        version=1,
        source="ranges usual in tuning guides",
        parameters=(
            Parameter("criterion", CategoricalDistribution(("gini", "entropy")), "gini"),
            Parameter("splitter", CategoricalDistribution(("best", "random")), "best"),
            Parameter("max_depth", IntDistribution(1, 30), None),
            Parameter("min_samples_split", IntDistribution(2, 60, log=True), 2),
            Parameter("min_samples_leaf", IntDistribution(1, 60, log=True), 1),
            Parameter("max_features", FloatDistribution(0.1, 1.0), None),
            Parameter("ccp_alpha", FloatDistribution(1e-5, 0.1, log=True), 0.0),
            Parameter("class_weight", CategoricalDistribution((None, "balanced")), None),
        ),
    )
)

"""What to search of scikit-learn's extremely randomised trees."""

from __future__ import annotations

from optuna.distributions import CategoricalDistribution, FloatDistribution, IntDistribution

from grids.registry import SPACES
from grids.space import Parameter, Space

EXTRA_TREES = SPACES.add(
    Space(
        preset="frostgrid",
        learner="sklearn_extra_trees",
        version=1,
        source="ranges usual in tuning guides; shares of columns and rows count encoded columns",
        parameters=(
            Parameter("n_estimators", IntDistribution(10, 300, log=True), 100),
            Parameter("criterion", CategoricalDistribution(("gini", "entropy")), "gini"),
            # The default is "sqrt", a number of encoded columns, which the grid can't know.
            Parameter("max_features", FloatDistribution(0.05, 1.0), None),
            Parameter("max_depth", IntDistribution(2, 30), None),
            Parameter("min_samples_split", IntDistribution(2, 60, log=True), 2),
            Parameter("min_samples_leaf", IntDistribution(1, 60, log=True), 1),
            Parameter("bootstrap", CategoricalDistribution((True, False)), False),
            Parameter("max_samples", FloatDistribution(0.2, 1.0), None, ("bootstrap", (True,))),
            Parameter(
                "class_weight",
                CategoricalDistribution((None, "balanced", "balanced_subsample")),
                None,
            ),
        ),
    )
)

"""What to search of scikit-learn's k nearest neighbours.

The exponent of the distance is continuous: with ``k`` alone a grid of 1,000 rows would hold few
distinct configurations.
"""

from __future__ import annotations

from optuna.distributions import CategoricalDistribution, FloatDistribution, IntDistribution

from grids.registry import SPACES
from grids.rules import at_most_rows
from grids.space import Parameter, Space

KNN = SPACES.add(
    Space(
        preset="frostgrid",
        learner="sklearn_knn",
        version=1,
        source="ranges usual in tuning guides; exponents as for R's kknn",
        parameters=(
            Parameter("n_neighbors", IntDistribution(1, 100, log=True), 5, rule=at_most_rows),
            Parameter("weights", CategoricalDistribution(("uniform", "distance")), "uniform"),
            Parameter("p", FloatDistribution(1.0, 5.0), 2.0),
        ),
    )
)

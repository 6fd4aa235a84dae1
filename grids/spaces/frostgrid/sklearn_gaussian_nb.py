"""What to search of scikit-learn's naive Bayes with normal densities."""

from __future__ import annotations

from optuna.distributions import FloatDistribution

from grids.registry import SPACES
from grids.space import Parameter, Space

GAUSSIAN_NB = SPACES.add(
    Space(
        preset="frostgrid",
        learner="sklearn_gaussian_nb",
        version=1,
        source="from the package's default up to a variance as large as the largest column's",
        parameters=(Parameter("var_smoothing", FloatDistribution(1e-10, 1.0, log=True), 1e-9),),
    )
)

"""What to search of scikit-learn's multinomial naive Bayes."""

from __future__ import annotations

from optuna.distributions import CategoricalDistribution, FloatDistribution

from grids.registry import SPACES
from grids.space import Parameter, Space

MULTINOMIAL_NB = SPACES.add(
    Space(
        preset="frostgrid",
        learner="sklearn_multinomial_nb",
        version=1,
        source="ranges usual in tuning guides",
        parameters=(
            Parameter("alpha", FloatDistribution(1e-3, 1000.0, log=True), 1.0),
            Parameter("fit_prior", CategoricalDistribution((True, False)), True),
        ),
    )
)

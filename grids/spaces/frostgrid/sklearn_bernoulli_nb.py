"""What to search of scikit-learn's Bernoulli naive Bayes.

Columns are cut at ``binarize``; below 0 and from 1 on it would make a category's 0/1 column
constant.
"""

from __future__ import annotations

from optuna.distributions import CategoricalDistribution, FloatDistribution

from grids.registry import SPACES
from grids.space import Parameter, Space

BERNOULLI_NB = SPACES.add(
    Space(
        preset="frostgrid",
        learner="sklearn_bernoulli_nb",
        version=1,
        source="ranges usual in tuning guides",
        parameters=(
            Parameter("alpha", FloatDistribution(1e-3, 1000.0, log=True), 1.0),
            Parameter("binarize", FloatDistribution(0.0, 0.95), 0.0),
            Parameter("fit_prior", CategoricalDistribution((True, False)), True),
        ),
    )
)

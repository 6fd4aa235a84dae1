"""What to search of scikit-learn's linear discriminant analysis.

The adapter fixes ``solver="lsqr"``, which shrinks and takes collinear columns.
"""

from __future__ import annotations

from optuna.distributions import FloatDistribution

from grids.registry import SPACES
from grids.space import Parameter, Space

LDA = SPACES.add(
    Space(
        preset="frostgrid",
        learner="sklearn_lda",
        version=1,
        source="every amount of shrinkage; the default is none",
        parameters=(Parameter("shrinkage", FloatDistribution(0.0, 1.0), None),),
    )
)

"""What to search of linear discriminant analysis in R's MASS: two configurations in all.

Its robust estimators are left out: ``t`` may go round for ever, and ``mve`` refuses small classes.
"""

from __future__ import annotations

from optuna.distributions import CategoricalDistribution

from grids.registry import SPACES
from grids.space import Parameter, Space

MASS_LDA = SPACES.add(
    Space(
        preset="frostgrid",
        learner="MASS_lda",
        version=1,
        source="every estimator that works on any data",
        parameters=(Parameter("method", CategoricalDistribution(("moment", "mle")), "moment"),),
    )
)

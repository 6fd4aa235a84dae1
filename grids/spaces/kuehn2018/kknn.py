"""Space of the random bot for kknn: k alone."""

from __future__ import annotations

from optuna.distributions import IntDistribution

from grids.registry import SPACES
from grids.rules import at_most_two_below_rows
from grids.space import Parameter, Space

KKNN = SPACES.add(
    Space(
        preset="kuehn2018",
        learner="kknn",
        version=1,
        source="Kuehn et al. (2018) = Probst et al. (2019), exact",
        parameters=(Parameter("k", IntDistribution(1, 30), 7, rule=at_most_two_below_rows),),
    )
)

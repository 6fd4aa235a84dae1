"""Space of the second random bot for kknn: k alone."""

from __future__ import annotations

from optuna.distributions import IntDistribution

from grids.registry import SPACES
from grids.rules import at_most_two_below_rows
from grids.space import Parameter, Space

KKNN = SPACES.add(
    Space(
        preset="rbv2",
        learner="kknn",
        version=1,
        source="Binder et al. (2020) as documented in mlr3tuningspaces, tag rbv2",
        parameters=(Parameter("k", IntDistribution(1, 30), 7, rule=at_most_two_below_rows),),
    )
)

"""gbm with its multinomial distribution, which takes more than two classes.

The package itself says that this distribution is broken; no other preset draws it.
"""

from __future__ import annotations

from dataclasses import replace

from optuna.distributions import CategoricalDistribution

from grids.registry import SPACES
from grids.space import Parameter
from grids.spaces.frostgrid.gbm import GBM

MULTINOMIAL_GBM = SPACES.add(
    replace(
        GBM,
        preset="multinomial",
        source="as frostgrid/gbm; the package warns that its multinomial distribution is broken",
        parameters=(
            Parameter("distribution", CategoricalDistribution(("multinomial",)), "multinomial"),
            *GBM.parameters,
        ),
    )
)

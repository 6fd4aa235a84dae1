"""What to search of weighted k nearest neighbours in R's kknn."""

from __future__ import annotations

from optuna.distributions import CategoricalDistribution, FloatDistribution, IntDistribution

from grids.registry import SPACES
from grids.rules import at_most_two_below_rows
from grids.space import Parameter, Space

KKNN = SPACES.add(
    Space(
        preset="frostgrid",
        learner="kknn",
        version=1,
        source="MementoML's k, with the distance and the kernels that it left at their defaults",
        parameters=(
            Parameter("k", IntDistribution(1, 100, log=True), 7, rule=at_most_two_below_rows),
            Parameter("distance", FloatDistribution(1.0, 5.0), 2.0),
            Parameter(
                "kernel",
                CategoricalDistribution(
                    (
                        "rectangular",
                        "triangular",
                        "epanechnikov",
                        "biweight",
                        "triweight",
                        "cos",
                        "inv",
                        "gaussian",
                        "rank",
                        "optimal",
                    )
                ),
                "optimal",
            ),
            Parameter("scale", CategoricalDistribution((True, False)), True),
        ),
    )
)

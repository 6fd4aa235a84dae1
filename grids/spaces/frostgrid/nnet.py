"""What to search of the network with one hidden layer in R's nnet."""

from __future__ import annotations

from optuna.distributions import CategoricalDistribution, FloatDistribution, IntDistribution

from grids.registry import SPACES
from grids.space import Parameter, Space

NNET = SPACES.add(
    Space(
        preset="frostgrid",
        learner="nnet",
        version=1,
        source=(
            "ranges usual in tuning guides; size has no default in the package, so row 0 has "
            "that of mlr"
        ),
        parameters=(
            Parameter("size", IntDistribution(1, 30, log=True), 3),
            Parameter("decay", FloatDistribution(1e-6, 1.0, log=True), 0.0),
            Parameter("rang", FloatDistribution(0.01, 1.0, log=True), 0.7),
            Parameter("maxit", IntDistribution(20, 300, log=True), 100),
            Parameter("skip", CategoricalDistribution((True, False)), False),
        ),
    )
)

"""What to search of gradient boosting in R's gbm.

gbm fails unless ``bag.fraction * n > 2 * n.minobsinnode + 1``; the ranges allow it from 83
training rows on.
"""

from __future__ import annotations

from optuna.distributions import FloatDistribution, IntDistribution

from grids.registry import SPACES
from grids.space import Parameter, Space

GBM = SPACES.add(
    Space(
        preset="frostgrid",
        learner="gbm",
        version=1,
        source="MementoML's parameters with at most 500 trees and larger steps",
        parameters=(
            Parameter("n.trees", IntDistribution(10, 500, log=True), 100),
            Parameter("interaction.depth", IntDistribution(1, 8), 1),
            Parameter("n.minobsinnode", IntDistribution(1, 20, log=True), 10),
            Parameter("shrinkage", FloatDistribution(0.005, 0.5, log=True), 0.1),
            Parameter("bag.fraction", FloatDistribution(0.5, 1.0), 0.5),
        ),
    )
)

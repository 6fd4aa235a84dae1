"""Grid of MementoML's gbm.

The original rounded the node size from a real number, so that its two ends were half as likely.
"""

from __future__ import annotations

from optuna.distributions import FloatDistribution, IntDistribution

from grids.registry import SPACES
from grids.space import Parameter, Space

GBM = SPACES.add(
    Space(
        preset="memento",
        learner="gbm",
        version=1,
        source="MementoML (2020), rebuilt from published rows",
        parameters=(
            Parameter("n.trees", IntDistribution(100, 10085, log=True), 100),
            Parameter("interaction.depth", IntDistribution(1, 5), 1),
            Parameter("n.minobsinnode", IntDistribution(2, 25), 10),
            Parameter("shrinkage", FloatDistribution(0.001, 0.1, log=True), 0.1),
            Parameter("bag.fraction", FloatDistribution(0.2, 1.0), 0.5),
        ),
    )
)

"""What to search of scikit-learn's passive-aggressive classifier.

``C`` is the aggressiveness; the class that fits the model now calls it ``eta0``.
"""

from __future__ import annotations

from optuna.distributions import CategoricalDistribution, FloatDistribution

from grids.registry import SPACES
from grids.space import Parameter, Space

PASSIVE_AGGRESSIVE = SPACES.add(
    Space(
        preset="frostgrid",
        learner="sklearn_passive_aggressive",
        version=1,
        source="ranges usual in tuning guides",
        parameters=(
            Parameter("C", FloatDistribution(1e-4, 100.0, log=True), 1.0, argument="eta0"),
            Parameter("learning_rate", CategoricalDistribution(("pa1", "pa2")), "pa1"),
            Parameter("average", CategoricalDistribution((True, False)), False),
            Parameter("class_weight", CategoricalDistribution((None, "balanced")), None),
        ),
    )
)

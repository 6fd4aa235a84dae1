"""What to search of scikit-learn's neural network.

A configuration holds single values, so the tuple ``hidden_layer_sizes`` stands as two columns:
the adapter builds ``(hidden_layer_size,) * hidden_layers``.
"""

from __future__ import annotations

from optuna.distributions import CategoricalDistribution, FloatDistribution, IntDistribution

from grids.registry import SPACES
from grids.rules import at_most_rows, batch_of_200_rows
from grids.space import Parameter, Space

MLP = SPACES.add(
    Space(
        preset="frostgrid",
        learner="sklearn_mlp",
        version=1,
        source="ranges usual in tuning guides; sizes and epochs kept small for their cost",
        parameters=(
            Parameter("hidden_layer_size", IntDistribution(8, 128, log=True), 100),
            Parameter("hidden_layers", IntDistribution(1, 3), 1),
            Parameter("activation", CategoricalDistribution(("relu", "tanh", "logistic")), "relu"),
            Parameter("solver", CategoricalDistribution(("adam", "sgd")), "adam"),
            Parameter("alpha", FloatDistribution(1e-6, 1.0, log=True), 1e-4),
            Parameter("learning_rate_init", FloatDistribution(1e-4, 0.1, log=True), 1e-3),
            Parameter(
                "learning_rate",
                CategoricalDistribution(("constant", "invscaling", "adaptive")),
                "constant",
                ("solver", ("sgd",)),
            ),
            Parameter("momentum", FloatDistribution(0.0, 0.99), 0.9, ("solver", ("sgd",))),
            Parameter(
                "batch_size",
                IntDistribution(32, 256, log=True),
                None,
                rule=at_most_rows,
                default_rule=batch_of_200_rows,
            ),
            Parameter("max_iter", IntDistribution(20, 200, log=True), 200),
        ),
    )
)

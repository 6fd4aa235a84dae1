"""What to search of scikit-learn's support vector machine."""

from __future__ import annotations

from optuna.distributions import CategoricalDistribution, FloatDistribution, IntDistribution

from grids.registry import SPACES
from grids.space import Parameter, Space

SVC = SPACES.add(
    Space(
        preset="frostgrid",
        learner="sklearn_svc",
        version=1,
        source="ranges usual for standardised columns, every kernel with its own parameters",
        parameters=(
            Parameter(
                "kernel", CategoricalDistribution(("linear", "poly", "rbf", "sigmoid")), "rbf"
            ),
            Parameter("C", FloatDistribution(1e-3, 100.0, log=True), 1.0),
            # The default is "scale", computed from the values of the encoded columns.
            Parameter(
                "gamma",
                FloatDistribution(1e-4, 10.0, log=True),
                None,
                ("kernel", ("poly", "rbf", "sigmoid")),
            ),
            Parameter("degree", IntDistribution(2, 5), 3, ("kernel", ("poly",))),
            Parameter("coef0", FloatDistribution(0.0, 1.0), 0.0, ("kernel", ("poly", "sigmoid"))),
            Parameter("class_weight", CategoricalDistribution((None, "balanced")), None),
        ),
    )
)

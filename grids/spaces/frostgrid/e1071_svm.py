"""What to search of the support vector machine in R's e1071."""

from __future__ import annotations

from optuna.distributions import CategoricalDistribution, FloatDistribution, IntDistribution

from grids.registry import SPACES
from grids.space import Parameter, Space

E1071_SVM = SPACES.add(
    Space(
        preset="frostgrid",
        learner="e1071_svm",
        version=1,
        source="the ranges of sklearn_svc, which calls the same library",
        parameters=(
            Parameter(
                "kernel",
                CategoricalDistribution(("linear", "polynomial", "radial", "sigmoid")),
                "radial",
            ),
            Parameter("cost", FloatDistribution(1e-3, 100.0, log=True), 1.0),
            # The default is one over the number of encoded columns, which the grid can't know.
            Parameter(
                "gamma",
                FloatDistribution(1e-4, 10.0, log=True),
                None,
                ("kernel", ("polynomial", "radial", "sigmoid")),
            ),
            Parameter("degree", IntDistribution(2, 5), 3, ("kernel", ("polynomial",))),
            Parameter(
                "coef0", FloatDistribution(0.0, 1.0), 0.0, ("kernel", ("polynomial", "sigmoid"))
            ),
            Parameter("class.weights", CategoricalDistribution((None, "inverse")), None),
        ),
    )
)

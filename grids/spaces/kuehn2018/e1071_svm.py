"""Space of the random bot for e1071's support vector machine."""

from __future__ import annotations

from optuna.distributions import CategoricalDistribution, FloatDistribution, IntDistribution

from grids.registry import SPACES
from grids.space import Parameter, Space

E1071_SVM = SPACES.add(
    Space(
        preset="kuehn2018",
        learner="e1071_svm",
        version=1,
        source="Kuehn et al. (2018) = Probst et al. (2019), exact",
        parameters=(
            Parameter(
                "kernel", CategoricalDistribution(("linear", "polynomial", "radial")), "radial"
            ),
            Parameter("cost", FloatDistribution(2**-10, 2**10, log=True), 1.0),
            # The default is one over the number of encoded columns, which the grid can't know.
            Parameter(
                "gamma", FloatDistribution(2**-10, 2**10, log=True), None, ("kernel", ("radial",))
            ),
            Parameter("degree", IntDistribution(2, 5), 3, ("kernel", ("polynomial",))),
        ),
    )
)

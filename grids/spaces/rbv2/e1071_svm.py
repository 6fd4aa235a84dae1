"""Space of the second random bot for e1071's support vector machine."""

from __future__ import annotations

from optuna.distributions import CategoricalDistribution, FloatDistribution, IntDistribution

from grids.registry import SPACES
from grids.space import Parameter, Space

E1071_SVM = SPACES.add(
    Space(
        preset="rbv2",
        learner="e1071_svm",
        version=1,
        source="Binder et al. (2020) as documented in mlr3tuningspaces, tag rbv2",
        parameters=(
            Parameter(
                "kernel", CategoricalDistribution(("linear", "polynomial", "radial")), "radial"
            ),
            Parameter("cost", FloatDistribution(1e-4, 1000.0, log=True), 1.0),
            # The default is one over the number of encoded columns, which the grid can't know.
            Parameter(
                "gamma", FloatDistribution(1e-4, 1000.0, log=True), None, ("kernel", ("radial",))
            ),
            Parameter("tolerance", FloatDistribution(1e-4, 2.0, log=True), 0.001),
            Parameter("degree", IntDistribution(2, 5), 3, ("kernel", ("polynomial",))),
        ),
    )
)

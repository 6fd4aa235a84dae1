"""What to search of the support vector machine in R's kernlab."""

from __future__ import annotations

from optuna.distributions import CategoricalDistribution, FloatDistribution, IntDistribution

from grids.registry import SPACES
from grids.space import Parameter, Space

KERNLAB_KSVM = SPACES.add(
    Space(
        preset="frostgrid",
        learner="kernlab_ksvm",
        version=1,
        source="ranges of e1071_svm, with the kernels that it lacks",
        parameters=(
            Parameter(
                "kernel",
                CategoricalDistribution(("rbfdot", "laplacedot", "polydot", "vanilladot")),
                "rbfdot",
            ),
            Parameter("C", FloatDistribution(1e-3, 100.0, log=True), 1.0),
            # The package estimates its default from distances between rows.
            Parameter(
                "sigma",
                FloatDistribution(1e-4, 10.0, log=True),
                None,
                ("kernel", ("rbfdot", "laplacedot")),
            ),
            Parameter("degree", IntDistribution(1, 5), 1, ("kernel", ("polydot",))),
            Parameter(
                "scale", FloatDistribution(1e-3, 10.0, log=True), 1.0, ("kernel", ("polydot",))
            ),
            Parameter("offset", FloatDistribution(0.0, 2.0), 1.0, ("kernel", ("polydot",))),
        ),
    )
)

"""What to search of the random forest in R's ranger.

``respect.unordered.factors = "partition"`` is left out: with ``gini`` it tries every subset of a
column's levels.
"""

from __future__ import annotations

from optuna.distributions import CategoricalDistribution, FloatDistribution, IntDistribution

from grids.registry import SPACES
from grids.rules import node_of_10_rows, power_of_rows, root_of_columns, share_of_columns
from grids.space import Parameter, Space

RANGER = SPACES.add(
    Space(
        preset="frostgrid",
        learner="ranger",
        version=1,
        source="Kuehn et al. (2018) with at most 500 trees; split rules as in Binder et al. (2020)",
        parameters=(
            Parameter("num.trees", IntDistribution(10, 500, log=True), 500),
            Parameter(
                "mtry_share",
                FloatDistribution(0.0, 1.0),
                None,
                argument="mtry",
                rule=share_of_columns,
                default_rule=root_of_columns,
            ),
            Parameter(
                "min.node.size_power",
                FloatDistribution(0.0, 0.75),
                None,
                argument="min.node.size",
                rule=power_of_rows,
                default_rule=node_of_10_rows,
            ),
            Parameter("replace", CategoricalDistribution((True, False)), True),
            Parameter("sample.fraction", FloatDistribution(0.1, 1.0), 1.0),
            Parameter("splitrule", CategoricalDistribution(("gini", "extratrees")), "gini"),
            Parameter(
                "num.random.splits",
                IntDistribution(1, 100, log=True),
                1,
                ("splitrule", ("extratrees",)),
            ),
            Parameter(
                "respect.unordered.factors", CategoricalDistribution(("ignore", "order")), "ignore"
            ),
        ),
    )
)

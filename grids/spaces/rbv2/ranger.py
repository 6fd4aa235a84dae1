"""Space of the second random bot for ranger.

``partition`` tries every subset of a column's levels; runs need a time limit.
"""

from __future__ import annotations

from optuna.distributions import CategoricalDistribution, FloatDistribution, IntDistribution

from grids.registry import SPACES
from grids.rules import node_of_10_rows, root_of_columns, share_of_columns
from grids.space import Parameter, Space

RANGER = SPACES.add(
    Space(
        preset="rbv2",
        learner="ranger",
        version=1,
        source="Binder et al. (2020) as documented in mlr3tuningspaces, tag rbv2",
        parameters=(
            Parameter("num.trees", IntDistribution(1, 2000), 500),
            Parameter("replace", CategoricalDistribution((True, False)), True),
            Parameter("sample.fraction", FloatDistribution(0.1, 1.0), 1.0),
            Parameter(
                "mtry.ratio",
                FloatDistribution(0.0, 1.0),
                None,
                argument="mtry",
                rule=share_of_columns,
                default_rule=root_of_columns,
            ),
            Parameter(
                "respect.unordered.factors",
                CategoricalDistribution(("ignore", "order", "partition")),
                "ignore",
            ),
            Parameter("min.node.size", IntDistribution(1, 100), None, default_rule=node_of_10_rows),
            Parameter("splitrule", CategoricalDistribution(("gini", "extratrees")), "gini"),
            Parameter(
                "num.random.splits", IntDistribution(1, 100), 1, ("splitrule", ("extratrees",))
            ),
        ),
    )
)

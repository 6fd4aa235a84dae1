"""Space of the random bot for ranger.

The columns ``mtry`` and ``min.node.size`` hold the share and the power that the bot drew.
"""

from __future__ import annotations

from optuna.distributions import CategoricalDistribution, FloatDistribution, IntDistribution

from grids.registry import SPACES
from grids.rules import node_of_10_rows, power_of_rows, root_of_columns, share_of_columns
from grids.space import Parameter, Space

RANGER = SPACES.add(
    Space(
        preset="kuehn2018",
        learner="ranger",
        version=1,
        source="Kuehn et al. (2018) = Probst et al. (2019), exact",
        parameters=(
            Parameter("num.trees", IntDistribution(1, 2000), 500),
            Parameter("replace", CategoricalDistribution((True, False)), True),
            Parameter("sample.fraction", FloatDistribution(0.1, 1.0), 1.0),
            Parameter(
                "mtry",
                FloatDistribution(0.0, 1.0),
                None,
                rule=share_of_columns,
                default_rule=root_of_columns,
            ),
            Parameter("respect.unordered.factors", CategoricalDistribution((True, False)), False),
            Parameter(
                "min.node.size",
                FloatDistribution(0.0, 1.0),
                None,
                rule=power_of_rows,
                default_rule=node_of_10_rows,
            ),
        ),
    )
)

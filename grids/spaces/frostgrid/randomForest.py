"""What to search of R's randomForest."""

from __future__ import annotations

from optuna.distributions import CategoricalDistribution, FloatDistribution, IntDistribution

from grids.registry import SPACES
from grids.rules import power_of_rows, root_of_columns, share_of_columns, share_of_rows
from grids.space import Parameter, Space

RANDOM_FOREST = SPACES.add(
    Space(
        preset="frostgrid",
        learner="randomForest",
        version=1,
        source="as ranger, which shares its parameters; MementoML left mtry and sampsize out",
        parameters=(
            Parameter("ntree", IntDistribution(10, 500, log=True), 500),
            Parameter(
                "mtry_share",
                FloatDistribution(0.0, 1.0),
                None,
                argument="mtry",
                rule=share_of_columns,
                default_rule=root_of_columns,
            ),
            # Exponent 0 is a node of one row, the default.
            Parameter(
                "nodesize_power",
                FloatDistribution(0.0, 0.75),
                0.0,
                argument="nodesize",
                rule=power_of_rows,
            ),
            Parameter("replace", CategoricalDistribution((True, False)), True),
            # All rows are the default with replacement, which row 0 has.
            Parameter(
                "sampsize_share",
                FloatDistribution(0.1, 1.0),
                1.0,
                argument="sampsize",
                rule=share_of_rows,
            ),
        ),
    )
)

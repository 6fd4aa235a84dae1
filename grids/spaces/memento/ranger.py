"""Grid of MementoML's ranger, of which only the names of the columns are known."""

from __future__ import annotations

from optuna.distributions import CategoricalDistribution, IntDistribution

from grids.registry import SPACES
from grids.rules import node_of_10_rows
from grids.space import Parameter, Space

RANGER = SPACES.add(
    Space(
        preset="memento",
        learner="ranger",
        version=1,
        source="completed by us: columns of MementoML (2020), ranges of its randomForest",
        parameters=(
            Parameter("num.trees", IntDistribution(100, 10085, log=True), 500),
            Parameter("min.node.size", IntDistribution(1, 5), None, default_rule=node_of_10_rows),
            Parameter("replace", CategoricalDistribution((True, False)), True),
            Parameter("splitrule", CategoricalDistribution(("gini", "extratrees")), "gini"),
        ),
    )
)

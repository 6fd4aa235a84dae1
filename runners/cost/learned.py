"""Cost models of all learners of a plan, after what its store holds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from frostgrid.base.arrays import FloatVector
from grids.frozen import FrozenGrid
from grids.space import Config
from runners.batches import configurations
from runners.cost.encoding import Encoding
from runners.cost.model import Model, features, fit
from runners.cost.observe import Name, observed, seen
from runners.cost.prior import prior
from runners.evaluation import Task
from runners.plan import Plan, PlannedLearner
from runners.store.store import Store

_SAMPLE = 48  # rows of a grid that tell the range of its parameters


@dataclass(frozen=True, slots=True, eq=False)
class Costs:
    """What evaluations of a plan cost.

    Attributes
    ----------
    encodings, models
        By learner and preprocessing.
    codes, classes
        Code of each dataset in the models, and its number of classes.
    limit
        Seconds after which an evaluation is stopped.
    """

    encodings: Mapping[Name, Encoding]
    models: Mapping[Name, Model]
    codes: Mapping[str, int]
    classes: Mapping[str, int]
    limit: float

    def expected(self, task: Task, configs: Sequence[Config]) -> FloatVector:
        """Expected seconds of the evaluations of ``configs``, shape ``(len(configs),)``."""
        name = task.learner, task.preprocessing
        shape = [task.n_train, task.n_columns, self.classes[task.dataset]]
        x = features(
            np.array([shape] * len(configs), dtype=float), self.encodings[name].encode(configs)
        )
        return self.models[name].expected(x, self.codes[task.dataset], self.limit)


def learned(
    plan: Plan, grids: Mapping[str, FrozenGrid], limit: float, store: Store | None = None
) -> Costs:
    """Cost models of ``plan``: what is usual for its learners, and what ``store`` teaches."""
    encodings = {
        name: Encoding.of(
            config for learner in entries for config in sampled(plan, grids, learner, _SAMPLE)
        )
        for name, entries in plan.together().items()
    }
    codes = {dataset.name: code for code, dataset in enumerate(plan.datasets)}
    classes = {dataset.name: dataset.n_classes for dataset in plan.datasets}
    rows = seen(store, limit) if store else {}
    models = {
        name: fit(prior(name[0]), observed(rows.get(name, []), encoding, codes, classes))
        for name, encoding in encodings.items()
    }
    return Costs(encodings, models, codes, classes, limit)


def sampled(
    plan: Plan,
    grids: Mapping[str, FrozenGrid],
    learner: PlannedLearner,
    most: int,
    shape: tuple[int, int] | None = None,
) -> list[Config]:
    """At most ``most`` configurations, evenly from the rows of ``learner`` in ``plan``.

    On data of ``shape``, or of the dataset in the middle of the plan if it is None.
    """
    planned = plan.rows_of(learner)
    rows = planned[:: -(-len(planned) // most)]
    if shape is None:
        middle = plan.datasets[len(plan.datasets) // 2]
        shape = middle.splits[0].n_train, middle.n_columns
    return list(configurations(grids[learner.grid], learner.name, rows, shape).values())

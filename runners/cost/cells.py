"""A plan as cells, one per learner and dataset, whose evaluations cost alike."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from frostgrid.base.arrays import FloatMatrix
from grids.frozen import FrozenGrid
from runners.batches import ANY_SHAPE
from runners.cost.learned import Costs, sampled
from runners.cost.model import features
from runners.cost.observe import Name
from runners.due import due
from runners.evaluation import Status
from runners.plan import Plan, PlannedDataset
from runners.retry import NOTHING, Retry
from runners.store.store import Store

_SAMPLE = 8  # rows of the grid that stand for all
_FREE = {Status.NOT_APPLICABLE, Status.UNAVAILABLE}


@dataclass(frozen=True, slots=True, eq=False)
class Cell:
    """Evaluations of one learner on one dataset that are still to come.

    Attributes
    ----------
    name, dataset, code
        Learner with its preprocessing; dataset, and the code of it in the models.
    left
        How many.
    costly
        Share of them that is expected to run at all: 1, unless some that are done did not.
    shapes, configs
        Data and encoded configurations that stand for them, shapes ``(s, 3)`` and ``(s, c)``.
    """

    name: Name
    dataset: str
    code: int
    left: int
    costly: float
    shapes: FloatMatrix
    configs: FloatMatrix

    def seconds(self, costs: Costs) -> float:
        """Expected seconds of one of its evaluations."""
        x = features(self.shapes, self.configs)
        return float(costs.models[self.name].expected(x, self.code, costs.limit).mean())


def cells(
    plan: Plan,
    grids: Mapping[str, FrozenGrid],
    costs: Costs,
    store: Store | None = None,
    retry: Retry = NOTHING,
) -> list[Cell]:
    """What ``plan`` holds beyond ``store``, and what of it is to be run again."""
    to_come = due(plan, grids, store, retry)
    done = store.done_by_cell() if store else {}
    found = []
    for name, entries in plan.together().items():
        shown: dict[tuple[int, int], FloatMatrix] = {}
        depends = any(grids[entry.grid].depends_on_data for entry in entries)
        for dataset in plan.datasets:
            left = to_come.get((*name, dataset.name))
            if left is None:
                continue
            shape = dataset.splits[0].n_train, dataset.n_columns
            same = shape if depends else ANY_SHAPE
            if same not in shown:
                each = [
                    config for e in entries for config in sampled(plan, grids, e, _SAMPLE, shape)
                ]
                shown[same] = costs.encodings[name].encode(each)
            rows = done.get((*name, dataset.name), {})
            stored = sum(rows.values())
            free = sum(count for status, count in rows.items() if status in _FREE)
            found.append(
                Cell(
                    name,
                    dataset.name,
                    costs.codes[dataset.name],
                    left.missing + left.again,
                    1 - free / stored if stored else 1.0,
                    np.tile(_shape(dataset), (len(shown[same]), 1)),
                    shown[same],
                )
            )
    return found


def _shape(dataset: PlannedDataset) -> list[float]:
    rows = [split.n_train for split in dataset.splits]
    return [sum(rows) / len(rows), dataset.n_columns, dataset.n_classes]

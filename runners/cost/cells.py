"""A plan as cells, one per learner and dataset, whose evaluations cost alike."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from frostgrid.base.arrays import FloatMatrix
from grids.frozen import FrozenGrid
from grids.space import Config, Shape
from runners.batches import distinct, shape_of, task_of
from runners.cost.encoding import Encoding
from runners.cost.observe import Name
from runners.evaluation import Status
from runners.plan import Plan, PlannedDataset, PlannedLearner
from runners.store.store import Store

_SAMPLE = 8  # rows of the grid that stand for all


@dataclass(frozen=True, slots=True, eq=False)
class Cell:
    """Evaluations of one learner on one dataset that are still to come.

    Attributes
    ----------
    name, dataset, code
        Learner with its preprocessing; dataset, and the code of it.
    left
        How many.
    costly
        Share of them that is expected to run at all: all, unless those that are done did not.
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

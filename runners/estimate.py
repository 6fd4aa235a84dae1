"""How long a plan may take, roughly, before anything has run."""

from __future__ import annotations

import csv
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from statistics import median

from grids.frozen import load
from runners.batches import configurations, distinct, shape_of, task_of
from runners.plan import Plan, PlannedLearner

COSTS = Path(__file__).with_name("costs.csv")
"""Measured by ``benchmarks/costs.py``: ``seconds = scale * cells ** power`` per learner, where
cells are training rows times columns."""


@dataclass(frozen=True, slots=True)
class LearnerCost:
    """Evaluations of one learner, different ones among them, and seconds for the latter."""

    learner: str
    evaluations: int
    effective: int
    seconds: float


@dataclass(frozen=True, slots=True)
class Cost:
    """Estimate for a plan.

    Attributes
    ----------
    learners
        Per learner.
    basis
        What it rests on, for the reader.
    """

    learners: tuple[LearnerCost, ...]
    basis: str

    @property
    def seconds(self) -> float:
        """Seconds of one processor."""
        return sum(cost.seconds for cost in self.learners)


def estimate(plan: Plan) -> Cost:
    """Estimate the cost of ``plan`` from measured means; single fits differ by a factor of ten."""
    unknown = sorted({x.name for x in plan.learners if x.name not in _costs()})
    basis = "from mean times measured on the demo suite"
    if unknown:
        basis += f"; not measured, taken as average: {', '.join(unknown)}"
    return Cost(tuple(_cost(plan, learner) for learner in plan.learners), basis)


def _cost(plan: Plan, learner: PlannedLearner) -> LearnerCost:
    known = _costs()
    scale, power = known.get(learner.name) or (
        median(scale for scale, _ in known.values()),
        median(power for _, power in known.values()),
    )
    grid = load(learner.grid)
    evaluations, effective, seconds = 0, 0, 0.0
    for dataset in plan.datasets:
        for split in dataset.splits:
            shape = shape_of(grid, task_of(plan, dataset, split, learner))
            configs = configurations(grid, learner.name, plan.rows, shape)
            count = len(distinct(configs.values()))
            evaluations += len(configs)
            effective += count
            seconds += count * scale * float(split.n_train * dataset.n_columns) ** power
    return LearnerCost(learner.label, evaluations, effective, seconds)


@cache
def _costs() -> dict[str, tuple[float, float]]:
    with COSTS.open(newline="") as file:
        return {
            row["learner"]: (float(row["scale"]), float(row["power"]))
            for row in csv.DictReader(file)
        }

"""What is left of a plan, in seconds: per learner, with an interval, and what will not fit."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from scipy.special import ndtr

from frostgrid.base.arrays import FloatMatrix, FloatVector
from runners.cost.cells import Cell
from runners.cost.model import Model, features, stopped

OVERHEAD = 0.002
"""Seconds per evaluation beside fit and prediction, see ``benchmarks/overhead.py``."""

_SHARED = 0.5
"""Share of the variance of a dataset's effect that all learners have in common: what makes it slow
for one (levels, ties, noise) does so for others."""
PACE, _MACHINE = 0.25, 0.5
"""Standard deviations of the logarithm of how fast the machine will be, compared with how it was,
and with the one that priors were measured on: what else it does changes from hour to hour."""
_DRAWS = 100
_INSIDE = (10, 90)  # percentiles


@dataclass(frozen=True, slots=True)
class Budget:
    """One learner's share.

    Attributes
    ----------
    learner
        Its name.
    evaluations
        That are to come.
    seconds, low, high
        Expected for them, and an interval of 80 %.
    """

    learner: str
    evaluations: int
    seconds: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Misfit:
    """Evaluations of a learner on a dataset that are expected to meet the time limit.

    Attributes
    ----------
    learner, dataset
        Names.
    evaluations
        That are to come.
    expected
        How many of them will be stopped.
    """

    learner: str
    dataset: str
    evaluations: int
    expected: float


@dataclass(frozen=True, slots=True)
class Forecast:
    """What is left of a plan; seconds are those of one processor.

    Attributes
    ----------
    seconds, low, high
        Expected in all, and an interval of 80 %.
    budgets
        Per learner, in the order of names.
    misfits
        Where at least every other evaluation is expected to be stopped by the time limit.
    """

    seconds: float
    low: float
    high: float
    budgets: tuple[Budget, ...]
    misfits: tuple[Misfit, ...]


def forecast(
    cells: Iterable[Cell], models: Mapping[tuple[str, str], Model], limit: float
) -> Forecast:
    """Foretell what ``cells`` take, in ``limit`` seconds each at most."""
    random = np.random.RandomState(0)
    common = _Common(random)
    by_model: dict[tuple[str, str], list[Cell]] = {}
    for cell in cells:
        by_model.setdefault(cell.name, []).append(cell)
    total: FloatVector = np.zeros(_DRAWS)
    by_learner: dict[str, list[tuple[int, FloatVector]]] = {}
    misfits = []
    for name, group in sorted(by_model.items()):
        seconds, stops = _drawn(group, models[name], limit, common)
        total += seconds
        evaluations = sum(cell.left for cell in group)
        by_learner.setdefault(name[0], []).append((evaluations, seconds))
        misfits += [
            Misfit(name[0], cell.dataset, cell.left, share * cell.left)
            for cell, share in zip(group, stops, strict=True)
            if share >= 0.5 and cell.left
        ]
    budgets = []
    for learner, parts in by_learner.items():
        seconds = np.sum([part for _, part in parts], axis=0)
        budgets.append(Budget(learner, sum(n for n, _ in parts), *_summed(seconds)))
    return Forecast(*_summed(total), tuple(budgets), tuple(misfits))


def _summed(draws: FloatVector) -> tuple[float, float, float]:
    low, high = np.percentile(draws, _INSIDE)
    return float(draws.mean()), float(low), float(high)


class _Common:
    """Draws that learners share."""

    def __init__(self, random: np.random.RandomState) -> None:
        self.random = random
        self.machine: FloatVector = random.normal(size=_DRAWS)
        self._datasets: dict[int, FloatVector] = {}

    def of(self, dataset: int, *, new: bool) -> FloatVector:
        """Standard normal draws for the effect of a dataset; in part common where it is new."""
        alone = self.random.normal(size=_DRAWS)
        if dataset not in self._datasets:
            self._datasets[dataset] = self.random.normal(size=_DRAWS)
        if not new:
            return alone
        common = self._datasets[dataset]
        return np.asarray(np.sqrt(_SHARED) * common + np.sqrt(1 - _SHARED) * alone)


def _drawn(
    cells: Sequence[Cell], model: Model, limit: float, common: _Common
) -> tuple[FloatVector, FloatVector]:
    """Draws of the seconds of ``cells``, and the share of each that will meet ``limit``.

    What the model is unsure of, weights and effects of datasets, is drawn once for all evaluations
    that share it: their errors do not average out.
    """
    random = common.random
    weights = model.mean[:, None] + model.root @ random.normal(size=(len(model.mean), _DRAWS))
    seconds: FloatVector = np.zeros(_DRAWS)
    stops = np.zeros(len(cells))
    for i, cell in enumerate(cells):
        effect = model.effect(cell.code)
        logs: FloatMatrix = (features(cell.shapes, cell.configs) - effect.pull) @ weights
        logs += effect.base + effect.sd * common.of(cell.code, new=cell.code not in model.effects)
        logs += (PACE if model.effects else _MACHINE) * common.machine
        each = stopped(logs, model.within, limit)
        # What single evaluations scatter hardly counts in a sum: a tenth of the draws tells it.
        square = stopped(2 * logs[:, ::10], 2 * model.within, limit**2)
        noise = np.sqrt(np.maximum(square - each[:, ::10] ** 2, 0).mean() * cell.left * cell.costly)
        expected = each.mean(axis=0) * cell.costly * cell.left
        seconds += np.maximum(expected + noise * random.normal(size=_DRAWS), 0)
        seconds += OVERHEAD * cell.left
        stops[i] = ndtr((logs - np.log(limit)) / model.within).mean() * cell.costly
    return seconds, stops

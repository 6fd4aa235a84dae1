"""Weights of neighbours by distance or by rank. Only their ratios within a row matter."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

import numpy as np
from scipy import stats

from frostgrid.base.arrays import FloatMatrix


@dataclass(frozen=True, slots=True, eq=False)
class Window:
    """The neighbours of some test rows, nearest first.

    Attributes
    ----------
    distances
        Shape ``(m, k)``.
    ratios
        The same relative to the window's edge, within (0, 1).
    terms
        Features that distances are made of.
    """

    distances: FloatMatrix
    ratios: FloatMatrix
    terms: int

    @property
    def k(self) -> int:
        """Neighbours of a row."""
        return int(self.distances.shape[1])


Kernel = Callable[[Window], FloatMatrix]


def _gaussian(window: Window) -> FloatMatrix:
    # The window's edge is the quantile beyond which 1 / (k + 1) of both tails lies.
    edge = abs(stats.norm.ppf(0.5 / (window.k + 1)))
    return np.exp(-0.5 * (window.ratios * edge) ** 2)


def _rank(window: Window) -> FloatMatrix:
    ranks: FloatMatrix = stats.rankdata(window.distances, axis=1)
    return window.k + 1 - ranks


def _optimal(window: Window) -> FloatMatrix:
    k, d = window.k, window.terms
    steps = np.diff(np.arange(k + 1.0) ** (1 + 2 / d))
    weights = 1 + d / 2 - d / (2 * k ** (2 / d)) * steps
    return np.broadcast_to(weights, window.distances.shape)


KERNELS: Mapping[str, Kernel] = MappingProxyType(
    {
        "rectangular": lambda window: np.ones(window.ratios.shape),
        "triangular": lambda window: 1 - window.ratios,
        "epanechnikov": lambda window: 1 - window.ratios**2,
        "biweight": lambda window: (1 - window.ratios**2) ** 2,
        "triweight": lambda window: (1 - window.ratios**2) ** 3,
        "cos": lambda window: np.cos(window.ratios * np.pi / 2),
        "inv": lambda window: 1 / window.ratios,
        "gaussian": _gaussian,
        "rank": _rank,
        "optimal": _optimal,
    }
)

"""How far two evaluations of the same test rows say the same."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from studies.study import Predicted


@dataclass(frozen=True, slots=True)
class Agreement:
    """Two predictions of the same test rows beside each other.

    Attributes
    ----------
    labels
        Share of rows with equal labels.
    prob
        Mean over rows and classes of the absolute difference of probabilities.
    decision
        Largest absolute difference of decision values; None unless both sides have them.
    """

    labels: float
    prob: float
    decision: float | None


def agreement(one: Predicted, other: Predicted) -> Agreement:
    """Compare two predictions."""
    decision = None
    if one.decision is not None and other.decision is not None:
        known = ~np.isnan(one.decision)
        decision = float(np.abs(one.decision - other.decision)[known].max())
    return Agreement(
        labels=float(np.mean(one.labels == other.labels)),
        prob=float(np.abs(one.prob - other.prob).mean()),
        decision=decision,
    )

"""Passive-aggressive classifier of scikit-learn, calibrated.

Its own class is deprecated in favour of these settings of stochastic gradient descent, which give
the same model: ``pa1`` is the class's hinge loss, ``pa2`` its squared hinge loss, ``eta0`` its C.
"""

from __future__ import annotations

from runners.calibrated import calibrated_learner
from runners.registry import LEARNERS

SKLEARN_PASSIVE_AGGRESSIVE = LEARNERS.add(
    calibrated_learner(
        "sklearn_passive_aggressive",
        "Passive-aggressive classifier",
        "sklearn.linear_model:SGDClassifier",
        fixed={"loss": "hinge", "penalty": None},
    )
)

"""Gradient boosting on exact splits of scikit-learn."""

from __future__ import annotations

from runners.registry import LEARNERS
from runners.sklearn_learner import ONEHOT, sklearn_learner

SKLEARN_GRADIENT_BOOSTING = LEARNERS.add(
    sklearn_learner(
        "sklearn_gradient_boosting",
        "Gradient boosting",
        "sklearn.ensemble:GradientBoostingClassifier",
        ONEHOT,
    )
)

"""Extremely randomised trees of scikit-learn."""

from __future__ import annotations

from runners.registry import LEARNERS
from runners.sklearn_learner import ONEHOT, sklearn_learner

SKLEARN_EXTRA_TREES = LEARNERS.add(
    sklearn_learner(
        "sklearn_extra_trees",
        "Extremely randomised trees",
        "sklearn.ensemble:ExtraTreesClassifier",
        ONEHOT,
        fixed={"n_jobs": 1},
    )
)

"""Random forest of scikit-learn."""

from __future__ import annotations

from runners.registry import LEARNERS
from runners.sklearn_learner import ONEHOT, sklearn_learner

SKLEARN_RANDOM_FOREST = LEARNERS.add(
    sklearn_learner(
        "sklearn_random_forest",
        "Random forest",
        "sklearn.ensemble:RandomForestClassifier",
        ONEHOT,
        fixed={"n_jobs": 1},
    )
)

"""Ridge regression on class indicators of scikit-learn, calibrated."""

from __future__ import annotations

from runners.calibrated import calibrated_learner
from runners.registry import LEARNERS
from runners.traits import Trait

SKLEARN_RIDGE = LEARNERS.add(
    calibrated_learner(
        "sklearn_ridge",
        "Ridge classifier",
        "sklearn.linear_model:RidgeClassifier",
        # Its exact solvers draw no random numbers.
        seeded=False,
        traits={Trait.UNORDERED},
    )
)

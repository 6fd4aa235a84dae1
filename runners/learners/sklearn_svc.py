"""Support vector machine of scikit-learn, calibrated: ``SVC(probability=True)`` is deprecated."""

from __future__ import annotations

from runners.calibrated import calibrated_learner
from runners.registry import LEARNERS
from runners.traits import Trait

SKLEARN_SVC = LEARNERS.add(
    # Seeded, it would draw nothing: its own random numbers are those of its own probabilities.
    calibrated_learner(
        "sklearn_svc",
        "Support vector machine",
        "sklearn.svm:SVC",
        seeded=False,
        traits={Trait.UNORDERED},
    )
)

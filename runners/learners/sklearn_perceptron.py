"""Perceptron of scikit-learn, calibrated."""

from __future__ import annotations

from runners.calibrated import calibrated_learner
from runners.registry import LEARNERS
from runners.traits import Trait

SKLEARN_PERCEPTRON = LEARNERS.add(
    calibrated_learner(
        "sklearn_perceptron",
        "Perceptron",
        "sklearn.linear_model:Perceptron",
        traits={Trait.COARSE},
    )
)

"""Linear models by stochastic gradient descent of scikit-learn.

The losses ``log_loss`` and ``modified_huber`` have probabilities; under the others the model is
calibrated.
"""

from __future__ import annotations

from runners.calibrated import calibrated_learner
from runners.registry import LEARNERS

SKLEARN_SGD = LEARNERS.add(
    calibrated_learner(
        "sklearn_sgd",
        "Linear model by stochastic gradient descent",
        "sklearn.linear_model:SGDClassifier",
    )
)

"""Naive Bayes with normal densities of scikit-learn.

Smoothing adds a share of the largest variance; where that is 0, densities would be NaN.
"""

from __future__ import annotations

from runners.registry import LEARNERS
from runners.sklearn_learner import ONEHOT, sklearn_learner, varied
from runners.traits import Trait

SKLEARN_GAUSSIAN_NB = LEARNERS.add(
    sklearn_learner(
        "sklearn_gaussian_nb",
        "Gaussian naive Bayes",
        "sklearn.naive_bayes:GaussianNB",
        ONEHOT,
        seeded=False,
        arguments=varied,
        traits={Trait.UNORDERED},
    )
)

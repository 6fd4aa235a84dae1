"""Naive Bayes on columns cut in two of scikit-learn; the default cut is at the mean."""

from __future__ import annotations

from runners.registry import LEARNERS
from runners.sklearn_learner import ONEHOT_SCALED, sklearn_learner

SKLEARN_BERNOULLI_NB = LEARNERS.add(
    sklearn_learner(
        "sklearn_bernoulli_nb",
        "Bernoulli naive Bayes",
        "sklearn.naive_bayes:BernoulliNB",
        ONEHOT_SCALED,
        seeded=False,
    )
)

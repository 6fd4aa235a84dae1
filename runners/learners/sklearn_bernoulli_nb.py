"""Naive Bayes on columns cut in two of scikit-learn.

The default cut is at the mean. Where one of many classes is far out, that lies within the noise of
the others.
"""

from __future__ import annotations

from runners.registry import LEARNERS
from runners.sklearn_learner import ONEHOT_SCALED, sklearn_learner
from runners.traits import Trait

SKLEARN_BERNOULLI_NB = LEARNERS.add(
    sklearn_learner(
        "sklearn_bernoulli_nb",
        "Bernoulli naive Bayes",
        "sklearn.naive_bayes:BernoulliNB",
        ONEHOT_SCALED,
        seeded=False,
        traits={Trait.COARSE, Trait.FEW_CLASSES, Trait.UNORDERED},
    )
)

"""Naive Bayes on the proportions of columns of scikit-learn."""

from __future__ import annotations

from runners.registry import LEARNERS
from runners.sklearn_learner import ONEHOT_MINMAX, sklearn_learner
from runners.traits import Trait

SKLEARN_MULTINOMIAL_NB = LEARNERS.add(
    sklearn_learner(
        "sklearn_multinomial_nb",
        "Multinomial naive Bayes",
        "sklearn.naive_bayes:MultinomialNB",
        ONEHOT_MINMAX,
        seeded=False,
        traits={Trait.COARSE, Trait.PROPORTIONS, Trait.UNORDERED},
    )
)

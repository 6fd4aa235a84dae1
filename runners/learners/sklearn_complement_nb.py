"""Naive Bayes on the proportions of columns in the other classes of scikit-learn."""

from __future__ import annotations

from runners.registry import LEARNERS
from runners.sklearn_learner import ONEHOT_MINMAX, sklearn_learner
from runners.traits import Trait

SKLEARN_COMPLEMENT_NB = LEARNERS.add(
    sklearn_learner(
        "sklearn_complement_nb",
        "Complement naive Bayes",
        "sklearn.naive_bayes:ComplementNB",
        ONEHOT_MINMAX,
        seeded=False,
        traits={Trait.COARSE, Trait.PROPORTIONS, Trait.UNORDERED},
    )
)

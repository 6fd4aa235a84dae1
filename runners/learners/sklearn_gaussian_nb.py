"""Naive Bayes with normal densities of scikit-learn."""

from __future__ import annotations

from typing import Any

from frostgrid.base.errors import NotApplicableError
from grids.space import Config
from runners.fold import Fold
from runners.registry import LEARNERS
from runners.sklearn_learner import ONEHOT, sklearn_learner


def _arguments(fold: Fold, config: Config) -> dict[str, Any]:
    # Smoothing adds a share of the largest variance, which is 0 here: densities would be NaN.
    if (fold.x_train == fold.x_train[0]).all():
        raise NotApplicableError("all_constant", "every column is constant")
    return dict(config)


SKLEARN_GAUSSIAN_NB = LEARNERS.add(
    sklearn_learner(
        "sklearn_gaussian_nb",
        "Gaussian naive Bayes",
        "sklearn.naive_bayes:GaussianNB",
        ONEHOT,
        seeded=False,
        arguments=_arguments,
    )
)

"""Quadratic discriminant analysis of scikit-learn."""

from __future__ import annotations

from typing import Any

import numpy as np

from frostgrid.base.errors import NotApplicableError
from grids.space import Config
from runners.learner import Learner
from runners.registry import LEARNERS
from runners.sklearn_learner import ONEHOT_SCALED, Loaded, load, probabilities
from runners.traits import Trait


def _fit(data: Loaded, config: Config, seed: int) -> Any:  # noqa: ANN401, ARG001 - nothing is random
    if np.bincount(data.fold.y_train).min() < 2:
        raise NotApplicableError("rare_class", "a covariance needs two rows of every class")
    try:
        return data.make(**config).fit(data.x_train, data.fold.y_train)
    except np.linalg.LinAlgError as error:
        raise NotApplicableError(
            "collinear", "the columns are collinear within a class, and nothing is shrunk"
        ) from error


SKLEARN_QDA = LEARNERS.add(
    Learner(
        name="sklearn_qda",
        language="python",
        package="scikit-learn",
        title="Quadratic discriminant analysis",
        version=1,
        preprocessing=ONEHOT_SCALED,
        load=lambda fold: load("sklearn.discriminant_analysis:QuadraticDiscriminantAnalysis", fold),
        fit=_fit,
        predict=probabilities,
        traits=frozenset({Trait.SEEDLESS, Trait.UNORDERED}),
    )
)

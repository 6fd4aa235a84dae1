"""Predictions that ignore the features, of scikit-learn: what a learner has to beat."""

from __future__ import annotations

from typing import Any

from runners.learner import Prediction
from runners.registry import LEARNERS
from runners.sklearn_learner import ONEHOT, Loaded, sklearn_learner


def _predict(model: Any, data: Loaded) -> Prediction:  # noqa: ANN401 - scikit-learn has no types
    # The strategy "uniform" draws labels at random though no class is more probable.
    x = data.fold.x_test
    return Prediction(model.predict_proba(x), model.predict(x))


SKLEARN_DUMMY = LEARNERS.add(
    sklearn_learner(
        "sklearn_dummy",
        "Baseline that ignores the features",
        "sklearn.dummy:DummyClassifier",
        ONEHOT,
        predict=_predict,
    )
)

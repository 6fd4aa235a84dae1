"""Gradient boosting of xgboost: trees with native categories, or a linear model."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from grids.space import Config
from runners.fold import Fold
from runners.learner import Learner, Prediction
from runners.onehot import onehot
from runners.registry import LEARNERS
from runners.sklearn_learner import NATIVE, Loaded, load

_PATH = "xgboost:XGBClassifier"


@dataclass(frozen=True, slots=True, eq=False)
class _Data:
    """The fold for trees, and with 0/1 columns for the linear model, which refuses categories."""

    trees: Loaded
    linear: Loaded


@dataclass(frozen=True, slots=True, eq=False)
class _Model:
    classifier: Any
    data: Loaded


def _load(fold: Fold) -> _Data:
    trees = load(_PATH, fold)
    return _Data(trees, load(_PATH, onehot(fold)) if fold.categorical else trees)


def _fit(data: _Data, config: Config, seed: int) -> _Model:
    chosen = data.linear if config.get("booster") == "gblinear" else data.trees
    fold = chosen.fold
    classifier = chosen.make(
        **config,
        enable_categorical=True,
        feature_types=["c" if count else "q" for count in fold.levels],
        n_jobs=1,
        random_state=seed,
    )
    return _Model(classifier.fit(chosen.x_train, fold.y_train), chosen)


def _predict(model: _Model, data: _Data) -> Prediction:  # noqa: ARG001 - the model knows its form
    prob = model.classifier.predict_proba(model.data.x_test).astype(np.float64)
    # Single precision: with many classes a row may miss the sum 1 by more than the contract allows.
    return Prediction(prob / prob.sum(axis=1, keepdims=True))


XGBOOST = LEARNERS.add(
    Learner(
        name="xgboost",
        language="python",
        package="xgboost",
        title="Gradient boosting, xgboost",
        version=1,
        preprocessing=NATIVE,
        load=_load,
        fit=_fit,
        predict=_predict,
    )
)

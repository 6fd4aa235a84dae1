"""Weighted k nearest neighbours as in R's kknn, in our own code on NumPy.

All the work is in prediction: the model is the training rows.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from grids.space import Config
from runners.fold import Fold
from runners.learner import Learner, Prediction
from runners.preprocessing import Preprocessing
from runners.registry import LEARNERS


def _fit(fold: Fold, config: Config, seed: int) -> Callable[..., Prediction]:  # noqa: ARG001 - nothing is random
    from runners.kknn.classify import classify

    given: dict[str, Any] = dict(config)
    return partial(classify, fold.x_train, fold.y_train, **given)


def _predict(model: Callable[..., Prediction], fold: Fold) -> Prediction:
    return model(fold.x_test, fold.n_classes, fold.levels)


PYTHON_KKNN = LEARNERS.add(
    Learner(
        name="python_kknn",
        language="python",
        package="numpy",
        title="Weighted k nearest neighbours",
        version=1,
        preprocessing=Preprocessing("native"),
        load=lambda fold: fold,
        fit=_fit,
        predict=_predict,
    )
)

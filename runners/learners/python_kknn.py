"""Weighted k nearest neighbours as in R's kknn, in our own code on NumPy.

All the work is in prediction: the model is the training rows and the configuration.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from frostgrid.base.arrays import FloatMatrix
from grids.space import Config
from runners.fold import Fold
from runners.learner import Learner, Prediction
from runners.preprocessing import Preprocessing
from runners.registry import LEARNERS
from runners.traits import Trait


@dataclass(frozen=True, slots=True, eq=False)
class _Data:
    """The fold, its rows, and the function to answer with, so that no fit pays for importing it."""

    fold: Fold
    x_train: FloatMatrix
    x_test: FloatMatrix
    classify: Callable[..., Prediction]


def _load(fold: Fold) -> _Data:
    from runners.kknn.classify import classify

    return _Data(fold, *fold.matrices("F"), classify)


def _fit(data: _Data, config: Config, seed: int) -> dict[str, Any]:  # noqa: ARG001 - nothing is random
    return {"x_train": data.x_train, "y_train": data.fold.y_train, **config}


def _predict(model: dict[str, Any], data: _Data) -> Prediction:
    fold = data.fold
    return data.classify(**model, x_test=data.x_test, n_classes=fold.n_classes, levels=fold.levels)


PYTHON_KKNN = LEARNERS.add(
    Learner(
        name="python_kknn",
        language="python",
        package="numpy",
        title="Weighted k nearest neighbours",
        version=1,
        preprocessing=Preprocessing("native"),
        load=_load,
        fit=_fit,
        predict=_predict,
        traits=frozenset({Trait.SEEDLESS, Trait.UNORDERED}),
    )
)

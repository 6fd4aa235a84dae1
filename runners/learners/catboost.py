"""Gradient boosting of CatBoost, with native categories."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from frostgrid.base.arrays import FloatMatrix
from frostgrid.base.errors import NotApplicableError
from grids.space import Config
from runners.fold import Fold
from runners.learner import Learner, Prediction
from runners.preprocessing import Preprocessing
from runners.registry import LEARNERS


@dataclass(frozen=True, slots=True, eq=False)
class _Data:
    """CatBoost's own containers of the training and test rows."""

    train: Any
    test: Any
    n_classes: int


def _load(fold: Fold) -> _Data:
    from catboost import Pool

    categorical = list(fold.categorical)
    x_train, x_test = fold.matrices("F")
    return _Data(
        train=Pool(_table(x_train, fold), fold.y_train, cat_features=categorical),
        test=Pool(_table(x_test, fold), cat_features=categorical),
        n_classes=fold.n_classes,
    )


def _table(x: FloatMatrix, fold: Fold) -> Any:  # noqa: ANN401 - an array or a frame
    """``x`` with its level codes as integers: CatBoost refuses categories that are floats."""
    import pandas as pd

    if not fold.categorical:
        return x
    frame = pd.DataFrame(x)
    return frame.astype(dict.fromkeys(fold.categorical, np.int32))


def _fit(data: _Data, config: Config, seed: int) -> Any:  # noqa: ANN401 - catboost has no types
    from catboost import CatBoostClassifier, CatBoostError

    model = CatBoostClassifier(
        **config,
        loss_function="Logloss" if data.n_classes == 2 else "MultiClass",
        thread_count=1,
        random_seed=seed,
        allow_writing_files=False,
        logging_level="Silent",
    )
    try:
        return model.fit(data.train)
    except CatBoostError as error:
        if "constant or ignored" in str(error):
            raise NotApplicableError("all_constant", "every column is constant") from error
        raise


def _predict(model: Any, data: _Data) -> Prediction:  # noqa: ANN401 - catboost has no types
    return Prediction(model.predict_proba(data.test, thread_count=1))


CATBOOST = LEARNERS.add(
    Learner(
        name="catboost",
        language="python",
        package="catboost",
        title="Gradient boosting, CatBoost",
        version=1,
        preprocessing=Preprocessing("native"),
        load=_load,
        fit=_fit,
        predict=_predict,
    )
)

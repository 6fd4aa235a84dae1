"""Support vector machine of scikit-learn, with Platt's probabilities.

``SVC(probability=True)`` is deprecated; its replacement calibrates one machine, fitted on all
training rows, on decision values from a cross-validation. Labels are the machine's own, which can
differ from the most probable class.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from frostgrid.base.errors import NotApplicableError
from grids.space import Config
from runners.learner import Learner, Prediction
from runners.registry import LEARNERS
from runners.sklearn_learner import ONEHOT_SCALED, Loaded, load

FOLDS = 5
"""Of the calibration; as many as the rarest class has rows where it has fewer."""


def _fit(data: Loaded, config: Config, seed: int) -> Any:  # noqa: ANN401 - scikit-learn has no types
    from sklearn.calibration import CalibratedClassifierCV
    from sklearn.model_selection import StratifiedKFold

    rarest = int(np.bincount(data.fold.y_train).min())
    if rarest < 2:
        raise NotApplicableError("rare_class", "calibration needs two rows of every class")
    folds = StratifiedKFold(min(FOLDS, rarest), shuffle=True, random_state=seed)
    model = CalibratedClassifierCV(data.make(**config), cv=folds, ensemble=False)
    return model.fit(data.fold.x_train, data.fold.y_train)


def _predict(model: Any, data: Loaded) -> Prediction:  # noqa: ANN401 - scikit-learn has no types
    x = data.fold.x_test
    machine = model.calibrated_classifiers_[0].estimator
    return Prediction(model.predict_proba(x), machine.predict(x))


SKLEARN_SVC = LEARNERS.add(
    Learner(
        name="sklearn_svc",
        language="python",
        package="scikit-learn",
        title="Support vector machine",
        version=1,
        preprocessing=ONEHOT_SCALED,
        load=lambda fold: load("sklearn.svm:SVC", fold),
        fit=_fit,
        predict=_predict,
    )
)

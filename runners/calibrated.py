"""Learners made from scikit-learn classifiers that have decision values but no probabilities.

One machine is fitted on all training rows, and calibrated by Platt's method on decision values from
a cross-validation. Labels are the machine's own, which can differ from the most probable class.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import numpy as np

from frostgrid.base.arrays import FloatMatrix
from frostgrid.base.errors import NotApplicableError
from grids.space import Config
from runners.fold import Fold
from runners.learner import Learner, Prediction
from runners.sklearn_learner import NOTHING, ONEHOT_SCALED, Loaded, load, unchanged
from runners.traits import Trait

FOLDS = 5
"""Of the calibration; as many as the rarest class has rows where it has fewer."""


def calibrated_learner(
    name: str,
    title: str,
    path: str,
    *,
    fixed: Mapping[str, object] = NOTHING,
    seeded: bool = True,
    arguments: Callable[[Loaded, Config], dict[str, Any]] = unchanged,
    decide: Callable[[Any, Loaded], FloatMatrix] | None = None,
    traits: Iterable[Trait] = (),
) -> Learner:
    """Describe the classifier at ``path`` as a learner on standardised columns.

    A class that has probabilities under a configuration is not calibrated. Parameters are those of
    ``sklearn_learner``; the calibration draws its folds even where the class is not ``seeded``, and
    ``decide`` is given the machine that was fitted on all rows.
    """

    def fit(data: Loaded, config: Config, seed: int) -> Any:  # noqa: ANN401 - scikit-learn has no types
        given = arguments(data, config)
        random_state = {"random_state": seed} if seeded else {}
        machine = data.make(**fixed, **given, **random_state)
        if not hasattr(machine, "predict_proba"):
            machine = _calibrated(machine, data.fold, seed)
        return machine.fit(data.x_train, data.fold.y_train)

    return Learner(
        name=name,
        language="python",
        package="scikit-learn",
        title=title,
        version=1,
        preprocessing=ONEHOT_SCALED,
        load=lambda fold: load(path, fold),
        fit=fit,
        predict=_predict,
        decide=decide and (lambda model, data: decide(_machine(model), data)),
        traits=frozenset(traits),
    )


def _calibrated(machine: Any, fold: Fold, seed: int) -> Any:  # noqa: ANN401 - scikit-learn has no types
    from sklearn.calibration import CalibratedClassifierCV
    from sklearn.model_selection import StratifiedKFold

    rarest = int(np.bincount(fold.y_train).min())
    if rarest < 2:
        raise NotApplicableError("rare_class", "calibration needs two rows of every class")
    folds = StratifiedKFold(min(FOLDS, rarest), shuffle=True, random_state=seed)
    return CalibratedClassifierCV(machine, cv=folds, ensemble=False)


def _predict(model: Any, data: Loaded) -> Prediction:  # noqa: ANN401 - scikit-learn has no types
    x = data.x_test
    return Prediction(model.predict_proba(x), _machine(model).predict(x))


def _machine(model: Any) -> Any:  # noqa: ANN401 - scikit-learn has no types
    """What was fitted on all training rows."""
    calibrated = getattr(model, "calibrated_classifiers_", None)
    return calibrated[0].estimator if calibrated else model

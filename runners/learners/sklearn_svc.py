"""Support vector machine of scikit-learn, calibrated: ``SVC(probability=True)`` is deprecated.

``class_weight`` may be "inverse" beside the package's own values: one over the training rows of a
class, as R's e1071 has it.
"""

from __future__ import annotations

from copy import copy
from typing import Any

import numpy as np

from frostgrid.base.arrays import FloatMatrix
from grids.space import Config
from runners.calibrated import calibrated_learner
from runners.registry import LEARNERS
from runners.sklearn_learner import Loaded
from runners.traits import Trait


def _arguments(data: Loaded, config: Config) -> dict[str, Any]:
    given: dict[str, Any] = dict(config)
    if given.get("class_weight") == "inverse":
        counts = np.bincount(data.fold.y_train).tolist()
        given["class_weight"] = {code: 1 / count for code, count in enumerate(counts)}
    return given


def _decide(machine: Any, data: Loaded) -> FloatMatrix:  # noqa: ANN401 - scikit-learn has no types
    by_pair = copy(machine).set_params(decision_function_shape="ovo")
    found: FloatMatrix = by_pair.decision_function(data.x_test)
    # Of two classes scikit-learn's values say the second where they are positive.
    return -found[:, None] if data.fold.n_classes == 2 else found


SKLEARN_SVC = LEARNERS.add(
    # Seeded, it would draw nothing: its own random numbers are those of its own probabilities.
    calibrated_learner(
        "sklearn_svc",
        "Support vector machine",
        "sklearn.svm:SVC",
        seeded=False,
        arguments=_arguments,
        decide=_decide,
        traits={Trait.UNORDERED},
    )
)

"""Gradient boosting on binned columns of scikit-learn, with native categories."""

from __future__ import annotations

from typing import Any

import numpy as np

from frostgrid.base.errors import NotApplicableError
from grids.space import Config
from runners.registry import LEARNERS
from runners.sklearn_learner import NATIVE, Loaded, sklearn_learner

DEFAULT_BINS = 255
EARLY_STOPPING_ROWS = 10_000
"""Above this many rows the package holds out a stratified sample to stop early."""


def _arguments(data: Loaded, config: Config) -> dict[str, Any]:
    fold = data.fold
    bins, most = config.get("max_bins", DEFAULT_BINS), max(fold.levels)
    if isinstance(bins, int) and most > bins:
        raise NotApplicableError("too_many_levels", f"a column has {most} levels for {bins} bins")
    if len(fold.y_train) > EARLY_STOPPING_ROWS and np.bincount(fold.y_train).min() < 2:
        raise NotApplicableError("rare_class", "early stopping splits a class of one row")
    return {"categorical_features": list(fold.categorical), **config}


SKLEARN_HIST_GRADIENT_BOOSTING = LEARNERS.add(
    sklearn_learner(
        "sklearn_hist_gradient_boosting",
        "Histogram gradient boosting",
        "sklearn.ensemble:HistGradientBoostingClassifier",
        NATIVE,
        arguments=_arguments,
    )
)

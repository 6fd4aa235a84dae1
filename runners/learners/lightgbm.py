"""Gradient boosting of LightGBM, with native categories."""

from __future__ import annotations

from typing import Any

from frostgrid.base.errors import NotApplicableError
from grids.space import Config
from runners.learner import Learner
from runners.registry import LEARNERS
from runners.sklearn_learner import NATIVE, Loaded, load, probabilities


def _fit(data: Loaded, config: Config, seed: int) -> Any:  # noqa: ANN401 - lightgbm has no types
    fold = data.fold
    share = config.get("subsample", 1.0) if config.get("subsample_freq") else 1.0
    if isinstance(share, float) and share * len(fold.y_train) < 1:
        raise NotApplicableError("too_few_rows", f"{share:g} of {len(fold.y_train)} rows is none")
    model = data.make(
        **config,
        n_jobs=1,
        random_state=seed,
        verbosity=-1,
        # Otherwise the package times both layouts and takes the faster: results would vary.
        force_col_wise=True,
        deterministic=True,
    )
    return model.fit(data.x_train, fold.y_train, categorical_feature=list(fold.categorical))


LIGHTGBM = LEARNERS.add(
    Learner(
        name="lightgbm",
        language="python",
        package="lightgbm",
        title="Gradient boosting, LightGBM",
        version=1,
        preprocessing=NATIVE,
        load=lambda fold: load("lightgbm:LGBMClassifier", fold),
        fit=_fit,
        predict=probabilities,
    )
)

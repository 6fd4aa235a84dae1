"""K nearest neighbours of scikit-learn."""

from __future__ import annotations

from typing import Any

from frostgrid.base.errors import NotApplicableError
from grids.space import Config
from runners.registry import LEARNERS
from runners.sklearn_learner import ONEHOT_SCALED, Loaded, sklearn_learner
from runners.traits import Trait

DEFAULT_NEIGHBORS = 5


def _arguments(data: Loaded, config: Config) -> dict[str, Any]:
    k, rows = config.get("n_neighbors", DEFAULT_NEIGHBORS), len(data.fold.y_train)
    if isinstance(k, int) and k > rows:
        raise NotApplicableError("too_few_rows", f"{k} neighbours of {rows} training rows")
    return dict(config)


SKLEARN_KNN = LEARNERS.add(
    sklearn_learner(
        "sklearn_knn",
        "K nearest neighbours",
        "sklearn.neighbors:KNeighborsClassifier",
        ONEHOT_SCALED,
        fixed={"n_jobs": 1},
        seeded=False,
        arguments=_arguments,
        traits={Trait.UNORDERED},
    )
)

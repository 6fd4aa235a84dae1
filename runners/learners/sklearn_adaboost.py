"""Adaptive boosting of trees of scikit-learn.

The default tree has one split, which tells two classes of many apart.
"""

from __future__ import annotations

from typing import Any

from frostgrid.base.errors import NotApplicableError
from grids.space import Config
from runners.learner import Learner
from runners.registry import LEARNERS
from runners.sklearn_learner import ONEHOT, Loaded, load, probabilities
from runners.traits import Trait

DEFAULT_DEPTH = 1


def _fit(data: Loaded, config: Config, seed: int) -> Any:  # noqa: ANN401 - scikit-learn has no types
    from sklearn.tree import DecisionTreeClassifier

    # A configuration holds single values, so the tree's depth stands for the tree.
    rest: dict[str, Any] = dict(config)
    tree = DecisionTreeClassifier(max_depth=rest.pop("max_depth", DEFAULT_DEPTH))
    model = data.make(estimator=tree, **rest, random_state=seed)
    try:
        return model.fit(data.x_train, data.fold.y_train)
    except ValueError as error:
        if "worse than random" in str(error):
            raise NotApplicableError(
                "no_better_than_chance", "the first tree is no better than chance"
            ) from error
        raise


SKLEARN_ADABOOST = LEARNERS.add(
    Learner(
        name="sklearn_adaboost",
        language="python",
        package="scikit-learn",
        title="AdaBoost",
        version=1,
        preprocessing=ONEHOT,
        load=lambda fold: load("sklearn.ensemble:AdaBoostClassifier", fold),
        fit=_fit,
        predict=probabilities,
        traits=frozenset({Trait.FEW_CLASSES}),
    )
)

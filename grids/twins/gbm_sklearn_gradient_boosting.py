"""Gradient boosting with the binomial deviance: R's gbm, and scikit-learn's."""

from __future__ import annotations

from grids.registry import TWINS
from grids.space import Config, Shape, Value
from grids.twin import Alone, Counterpart, Held, Twin


def _leaves(config: Config, shape: Shape) -> Value:  # noqa: ARG001 - a rule takes a shape
    return int(config.get("interaction.depth") or 1) + 1


GBM = TWINS.add(
    Twin(
        r="gbm",
        python="sklearn_gradient_boosting",
        version=1,
        preprocessing="impute-onehot-none",
        counterparts=(
            Counterpart("n.trees", "n_estimators"),
            Counterpart("shrinkage", "learning_rate"),
            Counterpart(
                "interaction.depth",
                "max_leaf_nodes",
                _leaves,
                "value + 1: gbm's depth is a number of splits, of which the best comes first",
            ),
            Counterpart("n.minobsinnode", "min_samples_leaf"),
            Counterpart("bag.fraction", "subsample"),
        ),
        held=(
            Held("python", "max_depth", None, "the number of leaves limits the trees"),
            Held("python", "min_samples_split", 2, "gbm limits the leaves alone"),
        ),
        alone=(
            Alone(
                "r",
                "distribution",
                "the package warns that its fit of more than two classes is broken",
                only=("bernoulli",),
            ),
            Alone("python", "max_features", "gbm tries every column, as the default does"),
        ),
        differences=("two classes only", "the random numbers, where bag.fraction is below 1"),
        source="manuals of gbm and scikit-learn; equality at bag.fraction = 1, tested",
    )
)

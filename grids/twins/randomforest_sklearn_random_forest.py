"""Random forests of voting trees: R's randomForest, and scikit-learn's."""

from __future__ import annotations

from grids.registry import TWINS
from grids.space import Config, Shape, Value
from grids.twin import Alone, Counterpart, Twin
from grids.twins._forest import EMPTY_HANDED, PYTHON_ALONE, ROOT, columns, drawn_rows


def _rows(config: Config, shape: Shape) -> Value:
    size = config.get("sampsize")
    if size is None:
        # randomForest's own default without replacement is 0.632 of the rows.
        size = shape.rows if config.get("replace", True) else 0
    return drawn_rows(int(size), config, shape)


def _split(config: Config, shape: Shape) -> Value:  # noqa: ARG001 - a rule takes a shape
    size = config.get("nodesize")
    return 2 if size is None else max(int(size) + 1, 2)


RANDOM_FOREST = TWINS.add(
    Twin(
        r="randomForest",
        python="sklearn_random_forest",
        version=1,
        preprocessing="impute-onehot-none",
        counterparts=(
            Counterpart("ntree", "n_estimators"),
            Counterpart("mtry", "max_features", columns, ROOT),
            Counterpart(
                "nodesize",
                "min_samples_split",
                _split,
                "value + 1, since randomForest splits nodes above the value; both count a row once"
                " however often it was drawn",
            ),
            Counterpart("replace", "bootstrap"),
            Counterpart(
                "sampsize",
                "max_samples",
                _rows,
                "the same with replacement; without, all rows or no counterpart",
            ),
        ),
        held=(),
        alone=(
            Alone("python", "max_depth", "randomForest limits leaves (maxnodes), not depth"),
            *PYTHON_ALONE,
        ),
        differences=(
            "randomForest's probabilities are shares of trees that vote for a class, scikit-learn's"
            " are means of the leaves' shares; they meet where every leaf is of one class",
            "randomForest splits the root of every tree, however few rows it has",
            EMPTY_HANDED,
            "the random numbers",
        ),
        source="manuals of randomForest and scikit-learn; agreement of scores, tested",
    )
)

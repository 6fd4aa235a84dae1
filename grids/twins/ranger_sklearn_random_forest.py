"""Random forests of probability trees: R's ranger, and scikit-learn's."""

from __future__ import annotations

from math import exp

from grids.registry import TWINS
from grids.space import Config, Shape, Value
from grids.twin import Alone, Counterpart, Twin
from grids.twins._forest import EMPTY_HANDED, PYTHON_ALONE, ROOT, columns, drawn_rows


def _share(config: Config) -> float | None:
    share = config.get("sample.fraction")
    # ranger's own default without replacement is 0.632 of the rows.
    if share is None and config.get("replace", True):
        return 1.0
    return None if share is None else float(share)


def _rows(config: Config, shape: Shape) -> Value:
    share = _share(config)
    return drawn_rows(0 if share is None else int(shape.rows * share), config, shape)


def _split(config: Config, shape: Shape) -> Value:  # noqa: ARG001 - a rule takes a shape
    size = config.get("min.node.size")
    size = 10 if size is None else int(size)
    share = _share(config)
    if config.get("replace", True) and share:
        size = round(size * (1 - exp(-share)) / share)
    return max(size + 1, 2)


def _depth(config: Config, shape: Shape) -> Value:  # noqa: ARG001 - a rule takes a shape
    return config.get("max.depth") or None


RANGER = TWINS.add(
    Twin(
        r="ranger",
        python="sklearn_random_forest",
        version=1,
        preprocessing="impute-onehot-none",
        counterparts=(
            Counterpart("num.trees", "n_estimators"),
            Counterpart("mtry", "max_features", columns, ROOT),
            Counterpart(
                "min.node.size",
                "min_samples_split",
                _split,
                "value + 1, since ranger splits nodes above the value; with replacement the value"
                " times (1 - exp(-f)) / f, f the sample.fraction, since ranger counts a row as"
                " often as it was drawn and scikit-learn once",
            ),
            Counterpart("replace", "bootstrap"),
            Counterpart(
                "sample.fraction",
                "max_samples",
                _rows,
                "floor(n * value) rows with replacement; without, all rows or no counterpart",
            ),
            Counterpart("max.depth", "max_depth", _depth, "the same; 0 is no limit"),
        ),
        held=(),
        alone=(
            Alone(
                "r",
                "splitrule",
                "scikit-learn's forest tries every cut; random cuts are another learner there",
                only=("gini",),
            ),
            Alone("r", "num.random.splits", "is for the splitrule extratrees"),
            Alone("r", "respect.unordered.factors", "there are no factors among one-hot columns"),
            *PYTHON_ALONE,
        ),
        differences=(EMPTY_HANDED, "the random numbers"),
        source="manuals of ranger and scikit-learn; agreement of scores and of tree sizes, tested",
    )
)

"""Rules that both of R's forests share with scikit-learn's."""

from __future__ import annotations

from grids.space import Config, Shape, Value
from grids.twin import Alone, NoCounterpartError

ROOT = "the same number; without one, both take the root of the columns"

PYTHON_ALONE = (
    Alone("python", "criterion", "R's forests measure splits by Gini's index, as the default does"),
    Alone("python", "min_samples_leaf", "R's forests limit the nodes that are split, not leaves"),
    Alone("python", "class_weight", "R's forests weigh classes in other places"),
)

EMPTY_HANDED = (
    "of mtry columns without any split R's forests make a leaf; scikit-learn looks at more columns"
)


def columns(config: Config, shape: Shape) -> Value:  # noqa: ARG001 - a rule takes a shape
    """``max_features``: ``mtry``, or the default that is the same on both sides."""
    return config.get("mtry", "sqrt")


def drawn_rows(rows: int | None, config: Config, shape: Shape) -> int | None:
    """``max_samples``: ``rows`` drawn with replacement; None for all rows, each once.

    Raises
    ------
    NoCounterpartError
        Some rows are to be drawn without replacement.
    """
    if config.get("replace", True):
        return shape.rows if rows is None else rows
    if rows != shape.rows:
        raise NoCounterpartError(
            "replace = False with a part of the rows: scikit-learn draws a part with replacement"
        )
    return None

"""Values that depend on the shape of the data, each kept inside the range that packages accept."""

from __future__ import annotations

from math import isqrt

from grids.space import Shape


def share_of_columns(share: float, shape: Shape) -> int:
    """Nearest whole number of columns, at least one."""
    return min(max(round(share * shape.columns), 1), shape.columns)


def root_of_columns(shape: Shape) -> int:
    """``floor(sqrt(p))``, the number of candidate columns that R's forests take."""
    return isqrt(shape.columns)


def share_of_rows(share: float, shape: Shape) -> int:
    """Nearest whole number of training rows, at least one."""
    return min(max(round(share * shape.rows), 1), shape.rows)


def power_of_rows(exponent: float, shape: Shape) -> int:
    """``n ** exponent`` rounded, in ``[1, n]``: a node size that grows with the data."""
    return min(max(round(float(shape.rows**exponent)), 1), shape.rows)


def at_most_rows(count: float, shape: Shape) -> int:
    """``count``, or all training rows where there are fewer."""
    return min(int(count), shape.rows)


def at_most_two_below_rows(count: float, shape: Shape) -> int:
    """``count``, but at most ``n - 2``: kknn returns wrong neighbours for ``n - 1`` and ``n``."""
    return max(min(int(count), shape.rows - 2), 1)


def batch_of_200_rows(shape: Shape) -> int:
    """200 rows, or all where there are fewer: ``"auto"`` of scikit-learn's networks."""
    return min(200, shape.rows)


def node_of_10_rows(shape: Shape) -> int:  # noqa: ARG001 - a default rule takes a shape
    """10 rows, as in ranger's probability forests."""
    return 10

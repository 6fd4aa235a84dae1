from __future__ import annotations

from math import floor, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grids import rules
from grids.space import Shape

shapes = st.builds(Shape, rows=st.integers(1, 10**7), columns=st.integers(1, 10**5))
shares = st.floats(0.0, 1.0)


@given(shares, shapes)
def test_a_share_of_columns_is_a_number_of_columns(share: float, shape: Shape) -> None:
    count = rules.share_of_columns(share, shape)
    assert 1 <= count <= shape.columns
    assert abs(count - share * shape.columns) <= 0.5 or count == 1


@given(shares, shapes)
def test_a_share_of_rows_is_a_number_of_rows(share: float, shape: Shape) -> None:
    count = rules.share_of_rows(share, shape)
    assert 1 <= count <= shape.rows
    assert abs(count - share * shape.rows) <= 0.5 or count == 1


@given(shares, shapes)
def test_a_power_of_rows_is_a_number_of_rows(exponent: float, shape: Shape) -> None:
    count = rules.power_of_rows(exponent, shape)
    assert 1 <= count <= shape.rows
    assert count == pytest.approx(shape.rows**exponent, abs=0.5)


@given(st.integers(1, 1000), shapes)
def test_neighbours_stay_below_the_rows_that_packages_can_rank(k: int, shape: Shape) -> None:
    """Sklearn refuses k > n; kknn returns wrong neighbours for k = n - 1 and k = n."""
    assert rules.at_most_rows(k, shape) == min(k, shape.rows)
    for_kknn = rules.at_most_two_below_rows(k, shape)
    assert for_kknn >= 1
    assert for_kknn <= k
    assert for_kknn <= shape.rows - 2 or for_kknn == 1


@given(shapes)
def test_package_defaults_follow_the_shape(shape: Shape) -> None:
    assert rules.root_of_columns(shape) == floor(sqrt(shape.columns))
    assert rules.batch_of_200_rows(shape) == min(200, shape.rows)
    assert rules.node_of_10_rows(shape) == 10


def test_hand_computed_values() -> None:
    shape = Shape(rows=100, columns=8)
    assert rules.share_of_columns(0.0, shape) == 1
    assert rules.share_of_columns(0.3, shape) == 2
    assert rules.share_of_columns(1.0, shape) == 8
    assert rules.root_of_columns(shape) == 2
    assert rules.power_of_rows(0.0, shape) == 1
    assert rules.power_of_rows(0.5, shape) == 10
    assert rules.power_of_rows(1.0, shape) == 100
    assert rules.at_most_two_below_rows(30, Shape(rows=5, columns=1)) == 3

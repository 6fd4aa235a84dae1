"""Configurations as rows of a matrix."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from grids.space import Config
from runners.cost.encoding import Encoding

values = st.one_of(
    st.none(), st.booleans(), st.integers(-1000, 10**6), st.floats(-1e3, 1e6), st.text(max_size=3)
)
configs = st.lists(
    st.dictionaries(st.sampled_from("abc"), values, max_size=3), min_size=1, max_size=8
)


@given(configs)
def test_any_configurations_become_finite_numbers_that_tell_them_apart(
    found: list[Config],
) -> None:
    matrix = Encoding.of(found).encode(found)
    assert matrix.shape == (len(found), Encoding.of(found).width)
    assert np.isfinite(matrix).all()
    assert (np.abs(matrix) <= 3.0).all()


def test_a_range_becomes_minus_one_to_one_and_what_is_not_given_zero() -> None:
    encoding = Encoding.of([{"trees": 10}, {"trees": 1000}, {"share": 0.5}, {"share": 1.0}])
    trees = [number.argument for number in encoding.numbers].index("trees")
    found = encoding.encode([{"trees": 10}, {"trees": 100}, {"trees": 1000}, {}])
    np.testing.assert_allclose(found[:, trees], [-1, 0, 1, 0], atol=1e-12)


def test_texts_and_truth_values_have_a_column_each() -> None:
    encoding = Encoding.of([{"kernel": "rbf"}, {"kernel": "linear"}, {"flag": True}])
    assert encoding.choices == (("flag", True), ("kernel", "linear"), ("kernel", "rbf"))
    assert encoding.encode([{"kernel": "rbf", "flag": False}]).tolist() == [[0.0, 0.0, 1.0]]

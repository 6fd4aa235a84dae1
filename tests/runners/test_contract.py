"""What passes for an answer."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from runners.contract import InvalidOutputError, checked
from runners.learner import Prediction

GOOD = np.array([[0.25, 0.75], [1.0, 0.0], [0.5, 0.5]])


def answer(prob: NDArray[Any], labels: NDArray[Any] | None = None) -> Prediction:
    return Prediction(prob, labels)


def changed(row: int, column: int, value: float) -> NDArray[Any]:
    prob = GOOD.copy()
    prob[row, column] = value
    return prob


def test_a_good_answer_is_kept_as_it_is() -> None:
    found = checked(answer(GOOD, np.array([1, 0, 1])), 3, 2)
    np.testing.assert_array_equal(found.prob, GOOD)
    assert found.labels is not None
    assert found.labels.dtype == np.int32
    np.testing.assert_array_equal(found.labels, [1, 0, 1])


@pytest.mark.parametrize(
    ("prob", "reason"),
    [
        (GOOD[:2], r"shape \(2, 2\) for 3 test rows and 2 classes"),
        (GOOD[:, :1], r"shape \(3, 1\)"),
        (GOOD[:, 1], r"shape \(3,\)"),
        (np.column_stack([GOOD, np.zeros(3)]), r"shape \(3, 3\)"),
        (GOOD.astype(str), "not numbers"),
        (GOOD.astype(object), "not numbers"),
        (changed(1, 0, np.nan), "not finite in 1 test row"),
        (changed(1, 0, np.inf), "not finite in 1 test row"),
        (changed(0, 0, -0.1), "range from -0.1"),
        (np.add(GOOD, [[1e-3, -1e-3]]), "range from -0.001"),
        (GOOD * 100, "to 100"),
        (changed(2, 1, 0.49), "miss the sum 1 by 0.01"),
        (np.log([[0.25, 0.75]] * 3), "range from -1.38"),
    ],
)
def test_a_wrong_answer_is_refused_with_the_reason(prob: NDArray[Any], reason: str) -> None:
    with pytest.raises(InvalidOutputError, match=reason):
        checked(answer(prob), 3, 2)


@pytest.mark.parametrize(
    ("labels", "reason"),
    [
        (np.array([[1], [0], [1]]), r"shape \(3, 1\) for 3 test rows"),  # CatBoost's shape
        (np.array([1, 0]), r"shape \(2,\)"),
        (np.array([0.0, 1.0, 1.0]), "not class codes"),
        (np.array(["0", "1", "1"]), "not class codes"),
        (np.array([0, 1, 2]), "range from 0 to 2 for 2 classes"),
        (np.array([0, 1, -1]), "range from -1 to 1"),
    ],
)
def test_wrong_labels_are_refused_with_the_reason(labels: NDArray[Any], reason: str) -> None:
    with pytest.raises(InvalidOutputError, match=reason):
        checked(answer(GOOD, labels), 3, 2)


def test_rounding_beyond_the_ends_is_taken_back() -> None:
    prob = np.array([[1.0 + 2e-16, -1e-17], [-1e-9, 1.0]])
    found = checked(answer(prob), 2, 2).prob
    np.testing.assert_array_equal(found, [[1.0, 0.0], [0.0, 1.0]])


def test_single_precision_is_widened() -> None:
    found = checked(answer(GOOD.astype(np.float32)), 3, 2).prob
    assert found.dtype == np.float64
    np.testing.assert_array_equal(found, GOOD)

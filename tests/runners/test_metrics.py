"""Measures against scikit-learn, hand-computed cases and their laws."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn import metrics as reference

from frostgrid.base.arrays import FloatMatrix, LabelVector
from runners.evaluation import Scores
from runners.metrics import score

Sample = tuple[LabelVector, FloatMatrix]


def codes(*values: int) -> LabelVector:
    return np.array(values, dtype=np.int32)


def draw(seed: int, n: int, k: int, steps: int = 5) -> Sample:
    """Every class occurs; probabilities are coarse, so that ties are common."""
    rng = np.random.default_rng(seed)
    y = rng.permutation(np.arange(n) % k).astype(np.int32)
    weights = rng.integers(1, steps, size=(n, k)) + 1.0 * (y[:, None] == np.arange(k))
    return y, weights / weights.sum(axis=1, keepdims=True)


samples = st.builds(
    draw,
    seed=st.integers(0, 2**31 - 1),
    n=st.integers(12, 60),
    k=st.integers(2, 6),
)


def almost(scores: Scores) -> object:
    """``scores`` but for rounding."""
    values = {name: getattr(scores, name) for name in Scores.__slots__ if name != "confusion"}
    return pytest.approx({k: v for k, v in values.items() if isinstance(v, float)}, abs=1e-12)


def floats(scores: Scores) -> dict[str, float]:
    values = {name: getattr(scores, name) for name in Scores.__slots__}
    return {name: value for name, value in values.items() if isinstance(value, float)}


@given(samples)
def test_measures_equal_those_of_scikit_learn(sample: Sample) -> None:
    y, prob = sample
    k = prob.shape[1]
    labels = prob.argmax(axis=1)
    found = score(y, prob)
    assert found.accuracy == reference.accuracy_score(y, labels)
    assert found.log_loss == pytest.approx(reference.log_loss(y, prob, labels=range(k)))
    assert found.balanced_accuracy == pytest.approx(reference.balanced_accuracy_score(y, labels))
    assert found.f1_macro == pytest.approx(reference.f1_score(y, labels, average="macro"))
    assert found.f1_weighted == pytest.approx(reference.f1_score(y, labels, average="weighted"))
    assert found.brier == pytest.approx(
        reference.brier_score_loss(y, prob, labels=range(k), scale_by_half=False)
    )
    table = reference.confusion_matrix(y, labels, labels=range(k))
    np.testing.assert_array_equal(np.reshape(found.confusion, (k, k)), table)
    if k == 2:
        assert found.auc == pytest.approx(reference.roc_auc_score(y, prob[:, 1]))
    else:
        kinds = {"ovo": found.auc, "ovr": found.auc_ovr}
        for kind, value in kinds.items():
            assert value == pytest.approx(reference.roc_auc_score(y, prob, multi_class=kind))
    assert found.auc_classes == k
    assert found.undefined == ""


@given(samples, st.integers(0, 2**31 - 1))
def test_the_order_of_rows_does_not_matter(sample: Sample, seed: int) -> None:
    y, prob = sample
    order = np.random.default_rng(seed).permutation(len(y))
    assert floats(score(y[order], prob[order])) == almost(score(y, prob))


@given(samples, st.integers(0, 2**31 - 1))
def test_the_numbering_of_classes_does_not_matter(sample: Sample, seed: int) -> None:
    y, prob = sample
    k = prob.shape[1]
    renamed = np.random.default_rng(seed).permutation(k)
    moved = np.empty_like(prob)
    moved[:, renamed] = prob
    labels = prob.argmax(axis=1).astype(np.int32)
    before = score(y, prob, labels)
    after = score(renamed[y].astype(np.int32), moved, renamed[labels].astype(np.int32))
    # The most probable class depends on the numbering where two classes tie.
    assert floats(replace(after, accuracy_argmax=before.accuracy_argmax)) == almost(before)


@given(st.integers(0, 2**31 - 1), st.integers(2, 60))
def test_reversed_probabilities_give_one_minus_the_area(seed: int, n: int) -> None:
    y, prob = draw(seed, n, 2)
    there, back = score(y, prob).auc, score(y, prob[:, ::-1].copy()).auc
    assert there is not None and back is not None
    assert back == pytest.approx(1.0 - there, abs=1e-12)


@given(samples)
def test_repeated_rows_change_nothing(sample: Sample) -> None:
    y, prob = sample
    assert floats(score(np.tile(y, 2), np.tile(prob, (2, 1)))) == almost(score(y, prob))


@given(samples)
def test_every_measure_keeps_its_range(sample: Sample) -> None:
    found = floats(score(*sample))
    assert found.pop("log_loss") >= 0
    assert 0 <= found.pop("brier") <= 2
    assert all(0 <= value <= 1 for value in found.values())


def test_the_area_of_a_binary_sample_by_hand() -> None:
    """Pairs (positive, negative): .8>.3, .8>.5, .5>.3, .5=.5 count 1, 1, 1 and 1/2 of 4."""
    p = np.array([0.3, 0.5, 0.5, 0.8])
    assert score(codes(0, 0, 1, 1), np.column_stack([1 - p, p])).auc == 3.5 / 4


def test_hand_and_till_by_hand() -> None:
    """Three rows of three classes; every A(i|j) is one comparison, a tie counts half.

    A(0|1): .6>.2 = 1, A(1|0): .5>.3 = 1; A(0|2): .6>.4 = 1, A(2|0): .1=.1 = 1/2;
    A(1|2): .5=.5 = 1/2, A(2|1): .1<.3 = 0. M = (1 + .75 + .25) / 3.
    """
    prob = np.array([[0.6, 0.3, 0.1], [0.2, 0.5, 0.3], [0.4, 0.5, 0.1]])
    found = score(codes(0, 1, 2), prob)
    assert found.auc == pytest.approx(2 / 3)
    # Against the rest: class 0 beats both; class 1 beats one and ties one; class 2 ties and loses.
    assert found.auc_ovr == pytest.approx((1.0 + 0.75 + 0.25) / 3)


def test_brier_and_log_loss_by_hand() -> None:
    found = score(codes(0, 1), np.array([[0.7, 0.2, 0.1], [0.5, 0.25, 0.25]]))
    brier = ((0.3**2 + 0.2**2 + 0.1**2) + (0.5**2 + 0.75**2 + 0.25**2)) / 2
    assert found.brier == pytest.approx(brier)
    assert found.log_loss == pytest.approx(-(np.log(0.7) + np.log(0.25)) / 2)


@pytest.mark.parametrize("k", [2, 3, 5])
def test_one_class_in_the_test_rows_leaves_the_areas_undefined(k: int) -> None:
    prob = np.full((3, k), 1.0 / k)
    found = score(codes(1, 1, 1), prob)
    assert found.auc is None
    assert found.auc_ovr is None
    assert found.auc_classes == 1
    assert found.undefined == "auc: one_class_test; auc_ovr: one_class_test"
    assert found.log_loss == pytest.approx(np.log(k))


def test_a_class_without_test_rows_is_left_out_of_the_areas_and_counted_as_such() -> None:
    prob = np.array([[0.1, 0.6, 0.3], [0.1, 0.2, 0.7], [0.2, 0.3, 0.5]])
    found = score(codes(1, 2, 2), prob)
    assert found.auc == 1.0
    assert found.auc_ovr == 1.0
    assert found.auc_classes == 2
    assert found.balanced_accuracy == 1.0
    assert found.confusion == (0, 0, 0, 0, 1, 0, 0, 0, 2)


def test_two_columns_are_scored_like_any_other_number() -> None:
    prob = np.array([[0.9, 0.1], [0.2, 0.8], [0.6, 0.4]])
    found = score(codes(0, 1, 1), prob)
    assert found.auc == found.auc_ovr == 1.0


def test_log_loss_counts_a_column_that_no_test_row_has() -> None:
    found = score(codes(0, 1), np.array([[0.5, 0.25, 0.25], [0.25, 0.5, 0.25]]))
    assert found.log_loss == pytest.approx(np.log(2))


def test_log_loss_of_a_sure_error_is_that_of_the_floor() -> None:
    """52 bits, from probabilities of 0 for the true class: ``52 * ln 2``."""
    found = score(codes(1, 1, 1), np.array([[1.0, 0.0]] * 3))
    assert found.log_loss == pytest.approx(52 * np.log(2))
    assert str(score(codes(0), np.array([[1.0, 0.0]])).log_loss) == "0.0"


def test_labels_of_the_package_decide_accuracy_and_the_table() -> None:
    prob = np.array([[0.6, 0.4], [0.6, 0.4]])
    found = score(codes(0, 1), prob, codes(1, 1))
    assert found.accuracy == 0.5
    assert found.accuracy_argmax == 0.5
    assert found.confusion == (0, 1, 0, 1)
    assert score(codes(1, 1), prob, codes(1, 1)).accuracy == 1.0
    assert score(codes(1, 1), prob, codes(1, 1)).accuracy_argmax == 0.0


def test_ties_go_to_the_first_class() -> None:
    assert score(codes(0, 1), np.full((2, 2), 0.5)).confusion == (1, 0, 1, 0)


def test_no_area_is_lost_to_rounding_on_many_rows() -> None:
    """Counts of pairs are exact: a perfect ranking of 200,000 rows is 1, not nearly 1."""
    y = (np.arange(200_000) >= 100_000).astype(np.int32)
    p = np.linspace(0, 1, len(y))
    assert score(y, np.column_stack([1 - p, p])).auc == 1.0

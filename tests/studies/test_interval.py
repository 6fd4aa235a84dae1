"""Confidence intervals: by hand, against SciPy, and by simulating their level."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from studies.interval import over_datasets, over_splits

FIVE = np.array([0.02, -0.01, 0.03, 0.0, 0.01])


def test_the_interval_over_splits_is_the_one_worked_out_by_hand() -> None:
    """Mean 0.01; variance 0.001 / 4; t with 4 degrees at 0.975 is 2.776 (any printed table)."""
    found = over_splits(FIVE, test_to_train=0.25)
    half = 2.776 * np.sqrt((1 / 5 + 0.25) * 0.001 / 4)
    assert found.mean == pytest.approx(0.01)
    assert (found.low, found.high) == pytest.approx((0.01 - half, 0.01 + half), abs=1e-5)


def test_the_interval_over_datasets_is_scipys() -> None:
    expected = stats.ttest_1samp(FIVE, 0).confidence_interval(0.95)
    found = over_datasets(FIVE)
    assert (found.low, found.high) == pytest.approx((expected.low, expected.high))


def test_without_test_rows_both_are_the_same() -> None:
    assert over_splits(FIVE, 0.0) == over_datasets(FIVE)


def test_one_difference_has_no_interval() -> None:
    found = over_splits(np.array([0.2]), 0.25)
    assert (found.mean, found.low, found.high) == (0.2, None, None)


@pytest.mark.parametrize("test_share", [0.2, 0.37])
def test_the_level_is_kept_where_splits_correlate_as_assumed(test_share: float) -> None:
    """Correlation n_test / (n_test + n_train); Student's interval would miss far more often."""
    rng = np.random.default_rng(1)
    shared = rng.normal(size=(2000, 1)) * np.sqrt(test_share)
    differences = shared + rng.normal(size=(2000, 20)) * np.sqrt(1 - test_share)
    ratio = test_share / (1 - test_share)

    def missed(ratio: float) -> float:
        found = [over_splits(row, ratio) for row in differences]
        return float(np.mean([not (x.low or 0) <= 0 <= (x.high or 0) for x in found]))

    assert 0.035 < missed(ratio) < 0.065
    assert missed(0.0) > 0.3

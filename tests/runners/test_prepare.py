"""What learners are given."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.preprocessing import MinMaxScaler, StandardScaler

from frostgrid.base.arrays import FloatMatrix, IndexVector
from frostgrid.base.errors import NotApplicableError
from runners.prepare import Prepared, prepare
from runners.preprocessing import Preprocessing
from suites.dataset import About, Dataset

NAN = np.nan


def rows(*values: int) -> IndexVector:
    return np.array(values, dtype=np.int32)


def dataset(
    *columns: Sequence[float], levels: dict[int, str] | None = None, y: Sequence[int] = ()
) -> Dataset:
    """Columns given one by one; ``levels`` spells the levels of the categorical ones."""
    levels = levels or {}
    n = len(columns[0])
    codes = np.array(y if len(y) else np.arange(n) % 2, dtype=np.int32)
    return Dataset(
        name="made",
        columns=tuple(f"column {j}" for j in range(len(columns))),
        levels=tuple(tuple(levels[j]) if j in levels else None for j in range(len(columns))),
        x=np.asfortranarray(np.array(columns, dtype=float).T),
        y=codes,
        classes=tuple(f"class {code}" for code in range(codes.max() + 1)),
        about=About("made"),
    )


def prepared(
    data: Dataset, train: IndexVector, test: IndexVector, how: str = "impute-native-none"
) -> Prepared:
    return prepare(data, train, test, Preprocessing.parse(how))


@dataclass(frozen=True, slots=True, eq=False)
class Laid:
    """A fold with its rows as matrices."""

    x_train: FloatMatrix
    x_test: FloatMatrix
    levels: tuple[int, ...]
    categorical: tuple[int, ...]


def laid(
    data: Dataset, train: IndexVector, test: IndexVector, how: str = "impute-native-none"
) -> Laid:
    fold = prepared(data, train, test, how).fold
    return Laid(*fold.matrices("F"), fold.levels, fold.categorical)


def test_a_missing_number_becomes_the_median_of_the_training_rows() -> None:
    data = dataset([1, 2, NAN, 9, NAN, 500])
    fold = laid(data, rows(0, 1, 2, 3), rows(4, 5))
    np.testing.assert_array_equal(fold.x_train[:, 0], [1, 2, 2, 9])
    np.testing.assert_array_equal(fold.x_test[:, 0], [2, 500])


def test_the_median_counts_repeated_training_rows() -> None:
    data = dataset([1, 2, 9, NAN], y=[0, 1, 0, 1])
    assert laid(data, rows(2, 2, 2, 0, 1), rows(3)).x_test[0, 0] == 9


def test_a_missing_category_becomes_the_most_frequent_level_first_on_ties() -> None:
    data = dataset([0, 1, 1, NAN, NAN], [2, 0, NAN, 1, NAN], levels={0: "ab", 1: "pqr"})
    fold = laid(data, rows(0, 1, 2, 3), rows(4))
    np.testing.assert_array_equal(fold.x_train[:, 0], [0, 1, 1, 1])
    np.testing.assert_array_equal(fold.x_train[:, 1], [2, 0, 0, 1])
    np.testing.assert_array_equal(fold.x_test, [[1, 0]])


@pytest.mark.parametrize("unseen", [0, 1, 2])
def test_levels_are_those_of_the_training_rows_whichever_is_unseen(unseen: int) -> None:
    seen = [level for level in (0, 1, 2) if level != unseen]
    data = dataset([seen[0], seen[1], seen[1], unseen, seen[0]], levels={0: "abc"})
    fold = laid(data, rows(0, 1, 2), rows(3, 4))
    assert fold.levels == (2,)
    np.testing.assert_array_equal(fold.x_train[:, 0], [0, 1, 1])
    np.testing.assert_array_equal(fold.x_test[:, 0], [1, 0])


def test_one_hot_has_a_column_per_level_of_the_training_rows() -> None:
    data = dataset([5, 6, 7, 8], [2, 0, 2, 1], levels={1: "abc"})
    fold = laid(data, rows(0, 1, 2), rows(3), "impute-onehot-none")
    assert fold.levels == (0, 0, 0)
    assert fold.categorical == ()
    np.testing.assert_array_equal(fold.x_train, [[5, 0, 1], [6, 1, 0], [7, 0, 1]])
    np.testing.assert_array_equal(fold.x_test, [[8, 0, 1]])


@pytest.mark.parametrize("how", ["impute-native-none", "impute-onehot-standard"])
def test_a_column_missing_in_every_training_row_is_the_number_zero(how: str) -> None:
    data = dataset([NAN, NAN, 7, NAN], [NAN, NAN, 1, NAN], [1, 2, 3, 4], levels={1: "ab"})
    fold = laid(data, rows(0, 1), rows(2, 3), how)
    assert fold.levels == (0, 0, 0)
    assert not fold.x_train[:, :2].any()
    assert not fold.x_test[:, :2].any()


def test_scaling_is_that_of_scikit_learn_and_fitted_on_training_rows() -> None:
    x = np.random.default_rng(0).normal(50, 9, size=20)
    train, test = np.arange(12, dtype=np.int32), np.arange(12, 20, dtype=np.int32)
    fold = laid(dataset(list(x)), train, test, "impute-native-standard")
    scaler = StandardScaler().fit(x[train, None])
    np.testing.assert_allclose(fold.x_train, scaler.transform(x[train, None]), atol=1e-12)
    np.testing.assert_allclose(fold.x_test, scaler.transform(x[test, None]), atol=1e-12)


def test_min_max_scaling_is_that_of_scikit_learn_with_test_values_cut_off() -> None:
    x = np.random.default_rng(0).normal(50, 9, size=30)
    train, test = np.arange(12, dtype=np.int32), np.arange(12, 30, dtype=np.int32)
    fold = laid(dataset(list(x)), train, test, "impute-native-minmax")
    scaler = MinMaxScaler(clip=True).fit(x[train, None])
    np.testing.assert_allclose(fold.x_train, scaler.transform(x[train, None]), atol=1e-12)
    np.testing.assert_allclose(fold.x_test, scaler.transform(x[test, None]), atol=1e-12)
    assert fold.x_train.min() == fold.x_test.min() == 0.0
    assert fold.x_train.max() == fold.x_test.max() == 1.0


@pytest.mark.parametrize("ends", [(-1.7e308, 1.7e308), (0.0, 1e-300), (1.0, 1.0 + 2**-50)])
def test_min_max_scaling_knows_the_whole_range_of_numbers(ends: tuple[float, float]) -> None:
    low, high = ends
    data = dataset([low, high, low / 2 + high / 2, high], y=[0, 1, 0, 1])
    fold = laid(data, rows(0, 1), rows(2, 3), "impute-native-minmax")
    np.testing.assert_array_equal(fold.x_train[:, 0], [0, 1])
    np.testing.assert_allclose(fold.x_test[:, 0], [0.5, 1])


def test_categories_are_never_scaled() -> None:
    data = dataset([0, 1, 1, 0], [1, 2, 3, 4], levels={0: "ab"})
    for encoding in ("onehot", "native"):
        for scaling in ("standard", "minmax"):
            fold = laid(data, rows(0, 1, 2), rows(3), f"impute-{encoding}-{scaling}")
            assert set(np.unique(fold.x_train[:, :-1])) == {0, 1}


@pytest.mark.parametrize("value", [0.1, 1e300, -1e-300, 3.0])
def test_a_constant_column_is_scaled_to_zero(value: float) -> None:
    data = dataset([value] * 5 + [2 * value])
    for how in ("impute-native-standard", "impute-native-minmax"):
        fold = laid(data, rows(0, 1, 2, 3), rows(4, 5), how)
        assert not fold.x_train.any()
        assert not fold.x_test.any()


@pytest.mark.parametrize("factor", [1e300, 1e-300, 2.0**53])
def test_very_large_and_very_small_numbers_scale_like_others(factor: float) -> None:
    values = np.array([1.0, 2.0, 4.0, 8.0])
    plain = laid(dataset(list(values)), rows(0, 1, 2), rows(3), "impute-native-standard")
    other = laid(dataset(list(values * factor)), rows(0, 1, 2), rows(3), "impute-native-standard")
    np.testing.assert_allclose(other.x_train, plain.x_train, rtol=1e-9)
    np.testing.assert_allclose(other.x_test, plain.x_test, rtol=1e-9)


@pytest.mark.parametrize("place", [0, 3])
@pytest.mark.parametrize("how", ["impute-native-none", "impute-onehot-standard"])
def test_infinite_values_are_refused_by_the_name_of_their_column(place: int, how: str) -> None:
    values = [1.0, 2.0, 3.0, 4.0]
    values[place] = np.inf
    with pytest.raises(NotApplicableError, match="not_finite: column 'column 0'"):
        prepared(dataset(values), rows(0, 1, 2), rows(3), how)


def test_training_rows_of_one_class_are_refused_by_its_name() -> None:
    data = dataset([1, 2, 3, 4], y=[1, 0, 1, 0])
    with pytest.raises(NotApplicableError, match="one_class: every training row is of class"):
        prepared(data, rows(0, 2), rows(1, 3))


@pytest.mark.parametrize("absent", [0, 1, 2])
def test_class_codes_have_no_gaps_and_lead_back_to_the_task(absent: int) -> None:
    data = dataset([1, 2, 3, 4, 5, 6], y=[0, 1, 2, 0, 1, 2])
    train = np.flatnonzero(data.y != absent).astype(np.int32)
    found = prepared(data, train, rows(0, 1, 2))
    assert found.n_classes == 3
    assert found.fold.n_classes == 2
    assert absent not in found.seen
    np.testing.assert_array_equal(found.seen[found.fold.y_train], data.y[train])
    np.testing.assert_array_equal(found.y_test, [0, 1, 2])


def _random(seed: int) -> Dataset:
    rng = np.random.default_rng(seed)
    n = 30
    x: FloatMatrix = np.column_stack([rng.normal(size=(n, 2)), rng.integers(0, 4, size=(n, 2))])
    x[rng.random(x.shape) < 0.3] = NAN
    return dataset(*x.T.tolist(), levels={2: "abcd", 3: "pqrs"})


@given(
    st.integers(0, 2**31 - 1),
    st.sampled_from(["native", "onehot"]),
    st.sampled_from(["none", "standard", "minmax"]),
)
def test_nothing_is_missing_and_test_rows_have_no_influence(
    seed: int, encoding: str, scaling: str
) -> None:
    data, how = _random(seed), f"impute-{encoding}-{scaling}"
    train = np.arange(0, 20, dtype=np.int32)
    all_rows = laid(data, train, np.arange(20, 30, dtype=np.int32), how)
    one_row = laid(data, train, rows(25), how)
    np.testing.assert_array_equal(all_rows.x_train, one_row.x_train)
    np.testing.assert_array_equal(all_rows.x_test[5:6], one_row.x_test)
    assert np.isfinite(all_rows.x_train).all()
    assert np.isfinite(all_rows.x_test).all()
    assert all_rows.x_train.flags.f_contiguous
    assert all_rows.x_train.dtype == np.float64
    assert all_rows.x_train.shape[1] == all_rows.x_test.shape[1] == len(all_rows.levels)
    for column, count in zip(all_rows.x_train.T, all_rows.levels, strict=True):
        if count:
            assert set(column) == set(range(count))


def test_values_that_float32_cannot_hold_are_refused_unless_scaling_mends_them() -> None:
    data = dataset([1e39, 2e39, 4e39, 8e39])
    with pytest.raises(NotApplicableError, match="not_finite: column 'column 0'"):
        prepared(data, rows(0, 1, 2), rows(3), "impute-native-none")
    prepared(data, rows(0, 1, 2), rows(3), "impute-native-standard")

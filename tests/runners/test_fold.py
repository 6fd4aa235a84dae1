"""Every learner is handed the same numbers, to the last bit, however it lays them out."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from frostgrid.base.arrays import FloatMatrix
from r_bridge import fold as r_fold
from r_bridge.script import scripts
from runners.fold import Fold
from runners.onehot import onehot
from runners.prepare import prepare
from runners.preprocessing import Preprocessing
from runners.registry import learners
from suites.dataset import About, Dataset


def mixed(seed: int, n: int = 30) -> Dataset:
    """Numbers large and small, zeros of both signs, and categories; some are missing."""
    rng = np.random.default_rng(seed)
    x = np.column_stack(
        [
            rng.normal(size=n) * 10.0 ** rng.integers(-12, 12, size=n),
            rng.choice([0.0, -0.0, 1.0], size=n),
            *(rng.integers(0, count, size=n) for count in (2, 5)),
        ]
    )
    x[rng.random(x.shape) < 0.1] = np.nan
    levels = (None, None, ("a", "b"), tuple("pqrst"))
    y = np.arange(n, dtype=np.int32) % 2
    return Dataset("m", tuple("wxyz"), levels, np.asfortranarray(x), y, ("u", "v"), About("made"))


def folds(seed: int, encoding: str, scaling: str) -> tuple[Dataset, Fold, Any, Any]:
    data = mixed(seed)
    rows = np.random.default_rng(seed).permutation(30).astype(np.int32)
    train, test = np.repeat(rows[:20], 2), rows[20:]
    how = Preprocessing.parse(f"impute-{encoding}-{scaling}")
    return data, prepare(data, train, test, how).fold, train, test


def bits(x: FloatMatrix) -> list[bytes]:
    return [column.tobytes() for column in x.T]


scalings = st.sampled_from(["none", "standard", "minmax"])


@settings(deadline=None)
@given(st.integers(0, 2**31 - 1), scalings)
def test_rows_and_columns_hold_the_same_bits_whenever_they_are_laid_out(
    seed: int, scaling: str
) -> None:
    _, fold, _, _ = folds(seed, "onehot", scaling)
    by_column, by_row = fold.matrices("F"), fold.matrices("C")
    assert by_column[0].flags.f_contiguous
    assert by_row[0].flags.c_contiguous
    for one, other in zip(by_column, by_row, strict=True):
        assert bits(one) == bits(other)


@settings(deadline=None)
@given(st.integers(0, 2**31 - 1))
def test_known_numbers_and_codes_are_those_of_the_dataset_and_0_1_columns_those_of_the_codes(
    seed: int,
) -> None:
    data, native, train, test = folds(seed, "native", "none")
    for x, rows in zip(native.matrices("F"), (train, test), strict=True):
        for j in (0, 1):
            there = ~np.isnan(data.x[rows, j])
            assert x[there, j].tobytes() == data.x[rows, j][there].tobytes()
    expanded = onehot(native)
    for wide, x in zip(expanded.matrices("F"), native.matrices("F"), strict=True):
        parts = [
            np.eye(count)[x[:, j].astype(int)] if count else x[:, [j]]
            for j, count in enumerate(native.levels)
        ]
        assert bits(wide) == bits(np.hstack(parts))


@settings(deadline=None, max_examples=30)
@given(st.integers(0, 2**31 - 1), scalings)
def test_r_holds_the_bits_that_python_learners_are_given(seed: int, scaling: str) -> None:
    by_name = {script.name: script for script in scripts()}
    for name, encoding in (("rpart", "native"), ("glmnet", "onehot")):
        _, fold, _, _ = folds(seed, encoding, scaling)
        loaded = r_fold.load(
            by_name[name],
            x_train=fold.x_train,
            y_train=fold.y_train,
            x_test=fold.x_test,
            n_classes=2,
            levels=fold.levels,
        )
        for held, x in zip((loaded.x_train, loaded.x_test), fold.matrices("C"), strict=True):
            columns = (
                np.array(held.memoryview()).reshape(x.shape, order="F").T
                if by_name[name].data == "matrix"
                else list(held)
            )
            for column, values, count in zip(columns, x.T, fold.levels, strict=True):
                found = np.asarray(column if name == "glmnet" else column.memoryview())
                assert (found - 1 if count else found).astype(float).tobytes() == values.tobytes()


def test_too_few_columns_are_refused_wherever_they_are_laid_out() -> None:
    fold = Fold(np.ones((4, 2)), np.array([0, 1, 0, 1], np.int32), np.ones((4, 2)), 2, (0, 0, 0))
    with pytest.raises(ValueError, match="zip"):
        fold.matrices("C")
    for name in ("rpart", "glmnet"):
        with pytest.raises(ValueError, match="zip"):
            learners()[name].load(fold)

"""Predictions come back from their files, by key and without any rounding."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from runners.store.kept import Kept
from runners.store.predictions import Predicted, read_predictions, write_predictions


def predicted(key: str, n: int, *, decides: bool) -> Predicted:
    rng = np.random.default_rng(n)
    decision = rng.normal(size=(n, 3))
    decision[:, 1] = np.nan  # a pair with a class without training rows
    return Predicted(
        key,
        np.arange(n, dtype=np.int32),
        rng.integers(0, 3, n).astype(np.int32),
        rng.integers(0, 3, n).astype(np.int32),
        rng.dirichlet([1, 1, 1], n),
        decision if decides else None,
    )


@pytest.mark.parametrize("decides", [True, False])
def test_what_is_written_is_read(tmp_path: Path, decides: bool) -> None:
    batch = [predicted("aa", 5, decides=decides), predicted("bb", 7, decides=decides)]
    write_predictions(tmp_path, batch)
    for one, other in zip(batch, read_predictions(tmp_path), strict=True):
        assert one.key == other.key
        for name in ("rows", "y", "labels", "prob", "decision"):
            np.testing.assert_array_equal(getattr(one, name), getattr(other, name))


def test_any_key_is_found_in_any_order(tmp_path: Path) -> None:
    keys = [f"{i:02x}" for i in range(40)]
    for start in range(0, 40, 2):
        batch = [predicted(key, int(key, 16) + 1, decides=False) for key in keys[start:][:2]]
        write_predictions(tmp_path, batch)
    kept = Kept(tmp_path)
    assert sorted(kept) == keys
    assert len(kept) == 40
    for key in [*reversed(keys), *keys]:
        assert len(kept[key].prob) == int(key, 16) + 1
    assert "ff" not in kept

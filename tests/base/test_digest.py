"""Digests of arrays."""

from __future__ import annotations

import hashlib
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from frostgrid.base import digest
from frostgrid.base.digest import digest_arrays

shapes = hnp.array_shapes(max_dims=2, min_side=0, max_side=7)
arrays = hnp.arrays(np.float64, shapes) | hnp.arrays(np.int32, shapes)


@given(arrays, st.integers(1, 9), st.sampled_from("CF"))
def test_arrays_are_digested_in_row_order_whatever_their_layout_and_the_size_of_pieces(
    array: np.ndarray[Any, Any], piece: int, order: str
) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(digest, "_PIECE", piece)
        found = digest_arrays(np.asarray(array, order=order))  # type: ignore[call-overload]
    cells = np.array(
        [np.nan if np.isnan(cell) else cell + 0 for cell in array.ravel()], array.dtype
    )
    content = f"{array.dtype.str}{array.shape}".encode() + cells.tobytes()
    assert found == hashlib.sha256(content).hexdigest()


def test_every_nan_counts_alike_and_so_do_both_zeros() -> None:
    odd = np.array([np.nan, -0.0])
    odd.view(np.uint64)[0] |= 1
    assert digest_arrays(odd) == digest_arrays(np.array([np.nan, 0.0]))

"""Laws of the protocols."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import splits.draw
from frostgrid.base.arrays import LabelVector
from frostgrid.base.errors import FrostgridError
from splits.registry import protocols
from splits.split import Split

NAMES = ("bootstrap", "holdout80")


@st.composite
def labels(draw: st.DrawFn) -> LabelVector:
    """Class codes of 2 or 3 classes of 5 to 30 rows each, in any order."""
    sizes = draw(st.lists(st.integers(5, 30), min_size=2, max_size=3))
    codes = np.repeat(np.arange(len(sizes), dtype=np.int32), sizes)
    order = draw(st.permutations(range(len(codes))))
    return codes[list(order)]


names = st.sampled_from(NAMES)
indices = st.integers(0, 19)
seeds = st.integers(0, 2**31 - 1)
digests = st.text("0123456789abcdef", min_size=64, max_size=64)


def drawn(protocol: str, y: LabelVector, digest: str = "d", seed: int = 1, index: int = 0) -> Split:
    return protocols()[protocol].draw(y, digest, seed, index)


def test_both_protocols_are_found_and_freeze_twenty_splits() -> None:
    assert tuple(protocol.name for protocol in protocols()) == NAMES
    assert {protocol.count for protocol in protocols()} == {20}
    with pytest.raises(FrostgridError, match="did you mean bootstrap"):
        protocols()["bootsrap"]


@given(names, labels(), digests, seeds, indices)
def test_every_row_trains_or_tests_and_never_both_and_every_class_does_both(
    protocol: str, y: LabelVector, digest: str, seed: int, index: int
) -> None:
    split = drawn(protocol, y, digest, seed, index)
    train, test = set(split.train), set(split.test)
    assert train | test == set(range(len(y)))
    assert not train & test
    assert set(y[split.train]) == set(y[split.test]) == set(y)
    assert (np.diff(split.test) > 0).all()
    assert split.train.dtype == split.test.dtype == np.int32
    assert (split.protocol, split.index) == (protocol, index)


@given(labels(), digests, seeds, indices)
def test_bootstrap_trains_on_as_many_draws_as_there_are_rows(
    y: LabelVector, digest: str, seed: int, index: int
) -> None:
    assert len(drawn("bootstrap", y, digest, seed, index).train) == len(y)


@given(labels(), digests, seeds, indices)
def test_holdout80_tests_on_the_nearest_number_to_a_fifth(
    y: LabelVector, digest: str, seed: int, index: int
) -> None:
    split = drawn("holdout80", y, digest, seed, index)
    assert abs(5 * len(split.test) - len(y)) <= 2
    assert (np.diff(split.train) > 0).all()


@given(names, labels(), seeds, indices)
def test_a_split_does_not_depend_on_what_was_drawn_before_it(
    protocol: str, y: LabelVector, seed: int, index: int
) -> None:
    alone = drawn(protocol, y, seed=seed, index=index)
    np.random.seed(0)
    after_others = [drawn(protocol, y, seed=seed, index=i) for i in range(index + 1)][-1]
    assert alone.digest == after_others.digest
    assert alone.redraws == after_others.redraws


@given(names, labels(), digests, seeds, indices)
def test_seed_dataset_and_index_each_make_another_split(
    protocol: str, y: LabelVector, digest: str, seed: int, index: int
) -> None:
    y = np.tile(y, 4)  # so many rows that equal draws do not happen by chance
    split = drawn(protocol, y, digest, seed, index)
    others = (
        drawn(protocol, y, digest, seed + 1, index),
        drawn(protocol, y, digest[::-1] + "0", seed, index),
        drawn(protocol, y, digest, seed, index + 1),
    )
    assert all(other.digest != split.digest for other in others)


def test_about_a_share_of_1_over_e_is_never_drawn_and_positions_are_uniform() -> None:
    y = np.tile(np.arange(2, dtype=np.int32), 500)
    found = [drawn("bootstrap", y, index=index) for index in range(20)]
    left_out = np.mean([len(split.test) for split in found]) / 1000
    assert left_out == pytest.approx(np.exp(-1), abs=0.01)
    drawn_rows = np.concatenate([split.train for split in found])
    counts = np.histogram(drawn_rows, bins=10, range=(0, 1000))[0]
    # 20,000 draws in 10 bins: 2,000 each, standard deviation 42.
    assert (abs(counts - 2000) < 5 * 42).all()


def test_holdout80_is_not_stratified() -> None:
    """MementoML's class counts vary between test sets of one size (madelon: 241 to 281 of 520)."""
    y = np.tile(np.arange(2, dtype=np.int32), 1300)
    ones = [int(y[drawn("holdout80", y, index=index).test].sum()) for index in range(20)]
    assert all(len(drawn("holdout80", y, index=index).test) == 520 for index in range(3))
    # Hypergeometric: mean 260, standard deviation 10.2.
    assert len(set(ones)) > 8
    assert all(abs(count - 260) < 5 * 10.2 for count in ones)


def test_redraws_are_counted_and_the_first_complete_draw_is_taken() -> None:
    """A class of two rows fails in more than half of all draws, so that some are thrown away."""
    y = np.array([0] * 30 + [1] * 2, dtype=np.int32)
    for protocol in NAMES:
        found = [drawn(protocol, y, index=index) for index in range(20)]
        assert sum(split.redraws for split in found) > 5
        assert all(set(y[split.test]) == set(y[split.train]) == {0, 1} for split in found)
        again = [drawn(protocol, y, index=index).redraws for index in range(20)]
        assert again == [split.redraws for split in found]


@pytest.mark.parametrize("protocol", NAMES)
@pytest.mark.parametrize("y", [[0] * 9 + [1], [0] * 9, [1] * 9])
def test_what_cannot_be_split_is_refused_with_the_reason(protocol: str, y: list[int]) -> None:
    with pytest.raises(
        FrostgridError, match=f"{protocol}: the smallest of . class(es)? has . rows?,"
    ):
        drawn(protocol, np.array(y, dtype=np.int32))


@pytest.mark.parametrize("protocol", NAMES)
def test_what_hardly_can_be_split_is_refused_after_so_many_redraws(
    protocol: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(splits.draw, "MOST_REDRAWS", 50)
    y = np.repeat(np.arange(15, dtype=np.int32), 2)
    with pytest.raises(FrostgridError, match=f"{protocol}: 50 redraws of 30 rows") as caught:
        drawn(protocol, y)
    assert "\n" not in str(caught.value)


def test_the_streams_are_those_of_every_numpy() -> None:
    """Written down once; NumPy promises that RandomState never changes (NEP 19)."""
    y = np.tile(np.arange(2, dtype=np.int32), 5)
    assert drawn("bootstrap", y).train.tolist() == [9, 1, 2, 3, 9, 6, 4, 6, 7, 3]
    assert drawn("holdout80", y).test.tolist() == [1, 2]

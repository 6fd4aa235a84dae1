"""Shards: apart, together the whole, and never moved by what else is planned."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from frostgrid.base.errors import FrostgridError
from runners.shard import Shard, hashes

HASH = st.integers(0, 2**64 - 1)


@given(task=HASH, config=HASH, of=st.integers(1, 50))
def test_every_evaluation_belongs_to_exactly_one_shard(task: int, config: int, of: int) -> None:
    assert [Shard(i + 1, of).holds(task, config) for i in range(of)].count(True) == 1


@given(
    tasks=st.lists(HASH, max_size=20), configs=st.lists(HASH, max_size=20), of=st.integers(1, 12)
)
def test_the_count_of_a_shard_is_the_number_of_what_it_holds(
    tasks: list[int], configs: list[int], of: int
) -> None:
    for shard in (Shard(i + 1, of) for i in range(of)):
        held = sum(shard.holds(task, config) for task in tasks for config in configs)
        assert shard.count(hashes(tasks), hashes(configs)) == held


def test_shards_are_of_nearly_one_size() -> None:
    rng = np.random.RandomState(1)
    tasks, configs = (rng.randint(0, 2**63, n).astype(np.uint64) for n in (400, 1000))
    counts = [Shard(i + 1, 10).count(tasks, configs) for i in range(10)]
    assert sum(counts) == 400_000
    assert max(counts) < 1.05 * min(counts)  # 200 is a standard deviation of each


def test_a_shard_is_written_as_it_is_read() -> None:
    assert str(Shard.parse(" 3/10 ")) == "3/10"
    for wrong in ("0/10", "11/10", "3", "3/", "a/b", "-1/3", "3/10/2", "", "1/0"):
        with pytest.raises(FrostgridError, match="no shard"):
            Shard.parse(wrong)

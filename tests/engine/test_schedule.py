"""Order and size of batches by what they are expected to cost; the costs here are made up."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from heapq import heapify, heapreplace
from typing import cast

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from frostgrid.base.arrays import FloatVector
from grids.space import Config
from runners.batches import Batch, Item
from runners.cost.learned import Costs
from runners.evaluation import Task
from runners.schedule import BATCH_SECONDS, ending_together, sized

TASK = Task("iris", "d", "bootstrap", 0, "s", "ranger", 1, "none", "all", 150, 4)


@dataclass(frozen=True)
class Told:
    """Stands in for cost models: a configuration says what it costs."""

    def expected(self, _task: Task, configs: Sequence[Config]) -> FloatVector:
        return np.array([config["seconds"] for config in configs], dtype=float)


def costs() -> Costs:
    return cast("Costs", Told())


def batch_of(number: int, seconds: Sequence[float]) -> Batch:
    items = tuple(Item(f"{number}-{i}", i, {"seconds": s}) for i, s in enumerate(seconds))
    return Batch(TASK, number, {}, items)


lengths = st.floats(0.001, 50.0)
works = st.lists(st.lists(lengths, min_size=1, max_size=10), max_size=60)


def made(work: list[list[float]]) -> Iterator[Batch]:
    return (batch_of(number, seconds) for number, seconds in enumerate(work))


@given(works, st.integers(1, 4))
def test_every_item_comes_out_once_in_the_order_of_its_batch(
    work: list[list[float]], workers: int
) -> None:
    out = list(ending_together(sized(made(work), costs), workers))
    keys = [item.key for batch in out for item in batch.items]
    assert sorted(keys) == sorted(item.key for batch in made(work) for item in batch.items)
    assert all(batch.items for batch in out)


@given(works)
def test_a_piece_is_one_evaluation_or_takes_no_longer_than_it_may(work: list[list[float]]) -> None:
    for piece, seconds in sized(made(work), costs):
        assert seconds == pytest.approx(
            sum(cast("float", i.config["seconds"]) for i in piece.items)
        )
        assert len(piece.items) == 1 or seconds <= BATCH_SECONDS


def test_cheap_evaluations_travel_together() -> None:
    (only,) = sized(made([[0.01] * 10]), costs)
    assert len(only[0].items) == 10


@given(works, st.integers(1, 3))
def test_all_but_the_last_stretch_keeps_its_order(work: list[list[float]], workers: int) -> None:
    pieces = list(sized(made(work), costs))
    out = list(ending_together(iter(pieces), workers))
    longest = max((seconds for _, seconds in pieces), default=0.0)
    stretch = 0
    for i in range(len(pieces)):  # where the look-ahead begins to reach the end
        rest = [seconds for _, seconds in pieces[i:]]
        if len(rest) > 8 * workers and sum(rest[1:]) >= workers * longest:
            stretch = i
    assert out[:stretch] == [piece for piece, _ in pieces[:stretch]]


def ends(order: Sequence[float], workers: int) -> float:
    free = [0.0] * workers
    heapify(free)
    for seconds in order:
        heapreplace(free, free[0] + seconds)
    return max(free)


def test_workers_end_together_where_a_long_evaluation_comes_last() -> None:
    """As drawn up, the long one would begin when all else is done."""
    work = [[1.5]] * 40 + [[20.0]]
    plain = [seconds[0] for seconds in work]
    better = [
        cast("float", batch.items[0].config["seconds"])
        for batch in ending_together(sized(made(work), costs), 2)
    ]
    assert ends(plain, 2) == pytest.approx(50.0)
    assert ends(better, 2) == pytest.approx(40.5, abs=1.0)

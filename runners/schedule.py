"""In which order batches run, and how large they are, by what they are expected to cost."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from enum import StrEnum
from math import floor, log

from runners.batches import Batch
from runners.cost.cells import Cell
from runners.cost.learned import Costs
from runners.evaluation import Task

BATCH_SECONDS = 1.0
"""What a batch may take: less to load data once for many fits pays, more only leaves other workers
without work."""

_BAND = 4.0  # ratio of expected seconds within which learners and datasets run side by side
_WINDOW, _MOST = 8, 2000  # batches that the last stretch has: per worker, and at most


class Order(StrEnum):
    """Which evaluations come first."""

    BALANCED = "balanced"
    """Every learner and dataset at the same depth, so that a stopped run is a smaller whole one."""

    CHEAPEST = "cheapest"
    LONGEST_FIRST = "longest-first"


def bands(order: Order, cells: Iterable[Cell], costs: Costs) -> Callable[[Task], int]:
    """Band of a task, see ``runners.batches``, by the expected seconds of its evaluations.

    Inside a band, costs differ by a factor of four at most and the order is the balanced one.
    """
    sign = {Order.BALANCED: 0, Order.CHEAPEST: 1, Order.LONGEST_FIRST: -1}[order]
    found = {
        (*cell.name, cell.dataset): sign * floor(log(cell.seconds(costs), _BAND)) for cell in cells
    }
    return lambda task: found[task.learner, task.preprocessing, task.dataset]


def sized(found: Iterator[Batch], costs: Callable[[], Costs]) -> Iterator[tuple[Batch, float]]:
    """``found`` in pieces that take ``BATCH_SECONDS`` or one evaluation, with expected seconds."""
    for batch in found:
        seconds = costs().expected(batch.task, [item.config for item in batch.items]).tolist()
        start, taken = 0, 0.0
        for end, more in enumerate(seconds):
            if end > start and taken + more > BATCH_SECONDS:
                yield replace(batch, items=batch.items[start:end]), taken
                start, taken = end, 0.0
            taken += more
        yield replace(batch, items=batch.items[start:]), taken


def ending_together(found: Iterator[tuple[Batch, float]], workers: int) -> Iterator[Batch]:
    """``found`` in its order, but the last stretch longest first, so that workers end together.

    The stretch is looked ahead: some batches per worker, or as many as keep the others at work
    for as long as the longest of them takes.
    """
    held: deque[tuple[Batch, float]] = deque()
    for one in found:
        held.append(one)
        while len(held) > _WINDOW * workers and (len(held) > _MOST or _covers(held, workers)):
            yield held.popleft()[0]
    for batch, _ in sorted(held, key=lambda one: one[1], reverse=True):
        yield batch


def _covers(held: deque[tuple[Batch, float]], workers: int) -> bool:
    """Whether all but the first batch hold enough work for the time of the longest."""
    seconds = [taken for _, taken in held]
    return sum(seconds) - seconds[0] >= workers * max(seconds)

"""What is still to be handed out to the workers of a cluster."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterator, Sequence
from dataclasses import replace

from runners.batches import Batch, Item

DEATHS = 3
"""Workers that may die while they run an evaluation, before it is to blame."""


class Backlog:
    """The batches of a plan, and before them what came back.

    Parameters
    ----------
    batches
        Taken as workers come free.
    """

    def __init__(self, batches: Iterator[Batch]) -> None:
        self._batches = batches
        self._again: deque[Batch] = deque()
        self._deaths: Counter[str] = Counter()

    def __bool__(self) -> bool:
        """Whether there is a next one."""
        if not self._again and (batch := next(self._batches, None)):
            self._again.append(batch)
        return bool(self._again)

    def take(self) -> Batch:
        """The next one; only where there is one."""
        return self._again.popleft()

    def put_back(self, batches: Sequence[Batch]) -> None:
        """Have ``batches`` come next, in this order."""
        self._again.extendleft(reversed(batches))

    def accuse(self, batch: Batch) -> list[Item]:
        """Note that a worker died while it ran ``batch``; returns what must not run again.

        The evaluations come again each on its own, so that the deadly one stands out.
        """
        self._deaths.update(item.key for item in batch.items)
        given_up = [item for item in batch.items if self._deaths[item.key] >= DEATHS]
        for item in batch.items:
            if item not in given_up:
                again = replace(item, attempt=item.attempt + 1)
                self._again.append(replace(batch, items=(again,)))
        return given_up

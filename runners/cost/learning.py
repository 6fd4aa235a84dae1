"""Costs that follow what a session of work stores."""

from __future__ import annotations

from collections.abc import Mapping

from grids.frozen import FrozenGrid
from runners.cost.learned import Costs, learned
from runners.plan import Plan
from runners.store.store import Store

_FIRST = 200  # rows that teach more than what is usual


class Learning:
    """Cost models that are fitted anew whenever the store has doubled.

    A fit takes up to half a second of the process that hands out work; so it takes no more than
    some twenty of them in the longest of runs.

    Parameters
    ----------
    plan, grids
        The run's.
    limit
        Seconds after which an evaluation is stopped.
    store
        What is learned from.
    """

    def __init__(
        self, plan: Plan, grids: Mapping[str, FrozenGrid], limit: float, store: Store
    ) -> None:
        self._plan = plan
        self._grids = grids
        self._limit = limit
        self._store = store
        self._rows = sum(store.counts().values())
        self._fitted = self._rows
        self._costs = learned(plan, grids, limit, store)

    def costs(self) -> Costs:
        """The latest."""
        return self._costs

    def stored(self, rows: int) -> None:
        """Take note that so many more rows are in the store."""
        self._rows += rows
        if self._rows >= max(2 * self._fitted, _FIRST):
            self._fitted = self._rows
            self._costs = learned(self._plan, self._grids, self._limit, self._store)

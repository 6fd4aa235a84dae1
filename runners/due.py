"""How many evaluations a session has to run."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from grids.frozen import FrozenGrid
from runners.amounts import Cell, amounts
from runners.plan import Plan
from runners.retry import NOTHING, Retry
from runners.store.store import Store


@dataclass(frozen=True, slots=True)
class Due:
    """Evaluations of a cell: those that the store lacks, and those to run again."""

    missing: int
    again: int


def due(
    plan: Plan, grids: Mapping[str, FrozenGrid], store: Store | None, retry: Retry = NOTHING
) -> dict[Cell, Due]:
    """What a session with ``retry`` runs of ``plan``, by cell; only the cells it is about."""
    done = store.done_by_cell() if store else {}
    found = {}
    for (learner, preprocessing, dataset), (_, different) in amounts(plan, grids).items():
        if retry.concerns(learner, dataset):
            cell = learner, preprocessing, dataset
            rows = done.get(cell, {})
            again = sum(count for status, count in rows.items() if status in retry.statuses)
            found[cell] = Due(max(different - sum(rows.values()), 0), again)
    return found

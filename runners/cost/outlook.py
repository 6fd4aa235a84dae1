"""What a plan, or what is left of one, will take."""

from __future__ import annotations

from runners.cost.cells import cells
from runners.cost.forecast import Forecast, forecast
from runners.cost.learned import learned
from runners.plan import Plan
from runners.retry import NOTHING, Retry
from runners.store.store import Store
from runners.tasks import grids_of


def outlook(
    plan: Plan,
    limit: float,
    store: Store | None = None,
    retry: Retry = NOTHING,
) -> Forecast:
    """Forecast for what ``store`` lacks of ``plan``, learned from what it has.

    Parameters
    ----------
    plan, limit
        What is to be run, with ``limit`` seconds for an evaluation.
    store
        Results so far, if there are any.
    retry
        What is to be run again.
    """
    grids = grids_of(plan)
    costs = learned(plan, grids, limit, store)
    return forecast(cells(plan, grids, costs, store, retry), costs.models, limit)

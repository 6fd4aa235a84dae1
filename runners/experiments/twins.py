"""Which twins take part in a run, and which rows of their grids do not."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from frostgrid.base.errors import FrostgridError
from grids.frozen import FrozenGrid, load
from grids.registry import spaces, twins
from grids.space import Shape
from grids.twin import NoCounterpartError, Twin
from runners.availability import availability
from runners.plan import Plan, PlannedLearner
from runners.registry import learners


def twin_learners(preset: str, names: Sequence[str]) -> tuple[PlannedLearner, ...]:
    """Both sides of every twin with a grid of ``preset``, or of those that ``names`` are sides of.

    Raises
    ------
    FrostgridError
        A name is unknown, or is no side of a twin, or of none that can run here.
    """
    reasons = {twin: _reason(twin, preset) for twin in twins()}
    chosen = [twin for twin, reason in reasons.items() if not reason]
    for name in names:
        learner = learners()[name].name
        theirs = [twin for twin in twins() if learner in twin.sides.values()]
        if not theirs:
            raise FrostgridError(
                f"{name} has no twin", hint=f"twins are {', '.join(x.name for x in twins())}"
            )
        if not set(theirs) & set(chosen):
            why = "; ".join(f"{twin.name}: {reasons[twin]}" for twin in theirs)
            raise FrostgridError(f"no twin of {name} can run: {why}")
    chosen = [x for x in chosen if not names or set(names) & set(x.sides.values())]
    if not chosen:
        why = "; ".join(sorted({reason for reason in reasons.values() if reason}))
        raise FrostgridError(f"no twin can run here: {why}", hint="'make setup' installs R")
    return tuple(_planned(twin, side, preset) for twin in chosen for side in twin.sides.values())


def left_out_twins(preset: str) -> dict[str, str]:
    """Twins that cannot take part in a run with ``preset``, and why."""
    return {twin.name: reason for twin in twins() if (reason := _reason(twin, preset))}


def left_out_rows(plan: Plan, grids: Mapping[str, FrozenGrid]) -> dict[str, dict[str, set[int]]]:
    """Rows that neither side of a twin is evaluated on: by twin, by the reason.

    Told on the first split of the first dataset; a share of rows near 1 may round to all of them on
    smaller data.
    """
    first = plan.datasets[0]
    shape = Shape(first.splits[0].n_train, first.n_columns)
    found: dict[str, dict[str, set[int]]] = {}
    for grid in grids.values():
        twin = grid.twin
        if twin is None:
            continue
        for row in plan.rows:
            config = grid.space.effective(grid.rows[row], shape)
            try:
                twin.configuration(twin.python, config, shape)
            except NoCounterpartError as error:
                found.setdefault(twin.name, {}).setdefault(str(error), set()).add(row)
    return found


def _planned(twin: Twin, side: str, preset: str) -> PlannedLearner:
    grid = f"{preset}/{twin.name}"
    return PlannedLearner(
        name=side,
        adapter=learners()[side].version,
        preprocessing=twin.preprocessing,
        grid=grid,
        grid_sha256=load(grid).sha256,
    )


def _reason(twin: Twin, preset: str) -> str:
    """Why ``twin`` cannot run here with ``preset``; empty if it can."""
    if f"{preset}/{twin.r}" not in spaces():
        return f"no grid of the preset {preset}"
    states = (availability(learners()[side]) for side in twin.sides.values())
    return next((state.reason for state in states if not state.available), "")

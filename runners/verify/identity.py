"""Keys, seeds, grids and splits of a run, worked out anew from what they stand for."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import fields

from frostgrid.base.digest import canonical
from frostgrid.base.errors import FrostgridError
from grids.frozen import FrozenGrid
from grids.space import Shape
from runners.evaluation import Task, seed_of
from runners.plan import Plan
from runners.store.store import Store
from runners.tasks import grids_of, tasks
from runners.verify.finding import Finding
from splits.frozen import frozen_split
from suites.registry import Reference


def check_keys(store: Store) -> list[Finding]:
    """Keys and seeds of all rows are those of their task and configuration."""
    named = _tasks(store)
    bad, first = 0, ""
    rows = store.db.execute(
        "SELECT key, task, json, seed FROM evaluation JOIN config ON config.id = config"
    )
    for key, number, config, seed in rows:
        expected = named[number].key(json.loads(config))
        if key.hex() != expected or seed != seed_of(expected):
            bad += 1
            first = first or f"key {key.hex()}"
    message = "key or seed is not that of the row's task and configuration"
    return [Finding("identity", bad, first, message)] if bad else []


def _tasks(store: Store) -> dict[int, Task]:
    names = tuple(field.name for field in fields(Task))
    return {
        number: Task(**dict(zip(names, values, strict=True)))
        for number, *values in store.db.execute(f"SELECT id, {', '.join(names)} FROM task")  # noqa: S608
    }


def check_tasks(store: Store, plan: Plan) -> list[Finding]:
    """Tasks are those of the plan, to the last cell."""
    planned = {task for task, *_ in tasks(plan)}
    bad = [task for task in _tasks(store).values() if task not in planned]
    if not bad:
        return []
    where = f"{bad[0].learner} on split {bad[0].split} of {bad[0].dataset}"
    return [Finding("task", len(bad), where, "is not in the plan")]


def check_grid_rows(store: Store, grids: Mapping[str, FrozenGrid]) -> list[Finding]:
    """Rows of grids stand for the configurations that the frozen grids give."""
    bad, first = 0, ""
    rows = store.db.execute(
        "SELECT grid_row.learner, config.learner, n_train, n_columns, grid, row, json"
        " FROM grid_row JOIN config ON config.id = config"
    )
    for learner, owner, n_train, n_columns, name, row, config in rows:
        grid = grids.get(name)
        asked = None
        if grid is not None and owner == learner and row < len(grid.rows):
            asked = grid.configuration(learner, row, Shape(n_train, n_columns))
        if asked is None or config != canonical(dict(asked)):
            bad += 1
            first = first or f"row {row} of {name}"
    message = "the configuration it stands for is not that of the frozen grid"
    return [Finding("grid row", bad, first, message)] if bad else []


def check_plan(store: Store, plan: Plan) -> list[Finding]:
    """Frozen grids, data and splits are still those that the run was planned with."""
    try:
        found = check_grid_rows(store, grids_of(plan))
    except FrostgridError as error:
        return [Finding("grid", 1, "plan", str(error))]
    planned = {(d.digest, s.digest) for d in plan.datasets for s in d.splits}
    stored = set(store.db.execute("SELECT DISTINCT dataset_digest, split_digest FROM task"))
    for dataset, split in stored - planned:
        where = f"dataset {dataset[:12]}, split {split[:12]}"
        found.append(Finding("split", 1, where, "has results, but is not in the plan"))
    for entry in plan.datasets:
        try:
            dataset = Reference.from_dict(dict(entry.reference)).load()
        except FrostgridError as error:
            found.append(Finding("dataset", 1, entry.name, str(error)))
            continue
        if dataset.digest != entry.digest:
            found.append(Finding("dataset", 1, entry.name, "its content is not the planned one"))
            continue
        for split in entry.splits:
            drawn = frozen_split(dataset, plan.protocol, split.index)
            if drawn.digest != split.digest:
                where = f"{entry.name}, split {split.index}"
                found.append(Finding("split", 1, where, "its rows are not the planned ones"))
    return found

"""How many evaluations a plan holds, by learner and dataset."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import product

import numpy as np

from frostgrid.base.digest import canonical
from grids.frozen import FrozenGrid
from grids.space import Config, Shape
from runners.plan import Plan, PlannedSplit, Product
from runners.shard import Hashes, config_hash, hashes, task_hash
from runners.tasks import configurations, distinct, shape_of, task_of

Cell = tuple[str, str, str]
"""Learner, preprocessing and dataset, by their names."""

Asked = Sequence[tuple[FrozenGrid, str, tuple[int, ...]]]
Shapes = tuple[tuple[int, int], ...]


def amounts(plan: Plan, grids: Mapping[str, FrozenGrid]) -> dict[Cell, tuple[int, int]]:
    """Evaluations of ``plan`` by cell: how many are planned, and how many of them differ.

    A learner that is planned with two grids is one learner: what both ask for is computed once.
    """
    found: dict[Cell, tuple[int, int]] = {}
    for part in plan.products():
        _add(found, plan, part, grids)
    return found


def _add(
    found: dict[Cell, tuple[int, int]], plan: Plan, part: Product, grids: Mapping[str, FrozenGrid]
) -> None:
    """Add what ``part`` holds; no other part has evaluations on its splits."""
    together = part.together()
    counts: dict[tuple[str, str, Shapes], tuple[int, int]] = {}
    shares: dict[tuple[str, str, Shapes], tuple[Hashes, Hashes]] = {}
    for dataset in part.datasets:
        sizes: dict[int, list[PlannedSplit]] = {}
        for split in dataset.splits:
            sizes.setdefault(split.n_train, []).append(split)
        for (n_train, splits), (form, entries) in product(sizes.items(), together.items()):
            asked = [(grids[entry.grid], entry.name, part.rows[entry]) for entry in entries]
            shapes = tuple(shape_of(grid, n_train, dataset.n_columns) for grid, _, _ in asked)
            place = (*form, shapes)
            planned, different = found.get((*form, dataset.name), (0, 0))
            if plan.shard is None:
                if place not in counts:
                    counts[place] = _count(asked, shapes)
                more, new = (len(splits) * count for count in counts[place])
            else:
                if place not in shares:
                    shares[place] = _hashes(asked, shapes)
                tasks = hashes(task_hash(task_of(plan, dataset, s, entries[0])) for s in splits)
                more, new = (plan.shard.count(tasks, configs) for configs in shares[place])
            found[(*form, dataset.name)] = planned + more, different + new


def _hashes(asked: Asked, shapes: Shapes) -> tuple[Hashes, Hashes]:
    """Hashes of the configurations of all rows, and of the different ones among them."""
    every = hashes(map(config_hash, _configs(asked, shapes)))
    return every, np.unique(every)


def _configs(asked: Asked, shapes: Shapes) -> list[Config]:
    return [
        config
        for (grid, learner, rows), shape in zip(asked, shapes, strict=True)
        for config in configurations(grid, learner, rows, shape).values()
    ]


def _count(asked: Asked, shapes: Shapes) -> tuple[int, int]:
    if len(asked) == 1:
        ((grid, learner, rows),) = asked
        if grid.twin is None:
            unlike, others = _unlike(grid, rows)
            configs = configurations(grid, learner, others, shapes[0]).values()
            return len(rows), unlike + len(distinct(configs))
    every = _configs(asked, shapes)
    return len(every), len(distinct(every))


def _told_apart(grid: FrozenGrid, rows: tuple[int, ...]) -> bool:
    """Whether one parameter that always counts as it is drawn, such as a rate, tells all apart."""
    given = Counter(p.argument or p.name for p in grid.space.parameters)
    return any(
        len({grid.rows[row][p.name] for row in rows}) == len(rows)
        for p in grid.space.parameters
        if not (p.when or p.rule or p.default_rule) and given[p.argument or p.name] == 1
    )


@cache
def _unlike(grid: FrozenGrid, rows: tuple[int, ...]) -> tuple[int, tuple[int, ...]]:
    """How many of ``rows`` are unlike every other one on any data, and the others, each once.

    Rows whose arguments differ where no rule looks at the data differ on all data. In most grids
    that is all of them, and nothing is left to compare for each shape of data.
    """
    if _told_apart(grid, rows):
        return len(rows), ()
    ruled = {p.argument or p.name for p in grid.space.parameters if p.rule or p.default_rule}
    alike: dict[str, list[int]] = {}
    for row in rows:
        config = grid.space.effective(grid.rows[row], Shape(1, 1))
        fixed = {name: value for name, value in config.items() if name not in ruled}
        alike.setdefault(canonical(fixed), []).append(row)
    groups = [group for group in alike.values() if len(group) > 1]
    unlike = len(alike) - len(groups)
    once = {tuple(grid.rows[row].items()): row for group in groups for row in group}
    return unlike, tuple(once.values())

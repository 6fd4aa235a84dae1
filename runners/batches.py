"""The evaluations of a plan, lazily, in an order in which every prefix is a smaller whole."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from frostgrid.base.digest import canonical
from grids.frozen import FrozenGrid
from grids.space import Config, Shape
from runners.evaluation import Status, Task
from runners.plan import Plan, PlannedDataset, PlannedLearner, PlannedSplit
from runners.store.store import Store

BLOCK = 10
"""Grid rows per batch: data is loaded once for that many fits, and a stop leaves every learner,
dataset and split at most that many rows apart."""

ANY_SHAPE = (0, 0)


@dataclass(frozen=True, slots=True)
class Item:
    """One evaluation to run.

    Attributes
    ----------
    key
        Its key.
    number
        Number of its configuration in the store.
    config
        The effective configuration.
    attempt
        1 for the first try.
    """

    key: str
    number: int
    config: Config
    attempt: int = 1


@dataclass(frozen=True, slots=True)
class Batch:
    """Evaluations that share data, split, learner and preprocessing.

    Attributes
    ----------
    task, number
        What they share, and its number in the store.
    reference
        What a worker loads the dataset from.
    items
        The evaluations.
    """

    task: Task
    number: int
    reference: Mapping[str, Any]
    items: tuple[Item, ...]


def task_of(
    plan: Plan, dataset: PlannedDataset, split: PlannedSplit, learner: PlannedLearner
) -> Task:
    """What evaluations of one learner on one split of one dataset share."""
    return Task(
        dataset=dataset.name,
        dataset_digest=dataset.digest,
        protocol=plan.protocol,
        split=split.index,
        split_digest=split.digest,
        learner=learner.name,
        adapter=learner.adapter,
        preprocessing=learner.preprocessing,
        subset=plan.subset,
        n_train=split.n_train,
        n_columns=dataset.n_columns,
    )


def shape_of(grid: FrozenGrid, task: Task) -> tuple[int, int]:
    """Shape that the grid's effective configurations depend on; ``ANY_SHAPE`` if on none."""
    return (task.n_train, task.n_columns) if grid.depends_on_data else ANY_SHAPE


def configurations(
    grid: FrozenGrid, learner: str, rows: Sequence[int], shape: tuple[int, int]
) -> dict[int, Config]:
    """Effective configuration of each of ``rows`` on data of ``shape``.

    A row that one side of a twin cannot be given is left out.
    """
    found = ((row, grid.configuration(learner, row, Shape(*shape))) for row in rows)
    return {row: config for row, config in found if config is not None}


def distinct(configs: Iterable[Config]) -> set[str]:
    """Texts of the different ones among ``configs``."""
    return {canonical(dict(config)) for config in configs}


def batches(
    plan: Plan,
    grids: Mapping[str, FrozenGrid],
    store: Store,
    retry: frozenset[Status] = frozenset(),
) -> Iterator[Batch]:
    """What of ``plan`` is still to run.

    Row blocks come outermost, then splits, then datasets, then learners, so that a stopped run
    holds every learner and dataset at the same depth.

    Parameters
    ----------
    plan, grids
        What is asked for, and the frozen grids by name.
    store
        What is done. Names of tasks and configurations are noted in it as they come up.
    retry
        Run evaluations with these statuses again.
    """
    seen: dict[tuple[str, str, tuple[int, int]], set[int]] = {}
    for start in range(0, len(plan.rows), BLOCK):
        rows = plan.rows[start : start + BLOCK]
        with store.transaction():
            fresh = _register(plan, grids, store, rows, seen)
            numbers = [
                [
                    [
                        store.task(task_of(plan, dataset, split, learner))
                        for learner in plan.learners
                    ]
                    for split in dataset.splits
                ]
                for dataset in plan.datasets
            ]
        for position in range(max((len(d.splits) for d in plan.datasets), default=0)):
            for d, dataset in enumerate(plan.datasets):
                if position >= len(dataset.splits):
                    continue
                for number, learner in zip(numbers[d][position], plan.learners, strict=True):
                    task = task_of(plan, dataset, dataset.splits[position], learner)
                    configs = fresh[learner, shape_of(grids[learner.grid], task)]
                    items = _missing(task, number, configs, store, retry)
                    if items:
                        yield Batch(task, number, dataset.reference, items)


def _register(
    plan: Plan,
    grids: Mapping[str, FrozenGrid],
    store: Store,
    rows: Sequence[int],
    seen: dict[tuple[str, str, tuple[int, int]], set[int]],
) -> dict[tuple[PlannedLearner, tuple[int, int]], dict[int, Config]]:
    """Configurations that ``rows`` bring for the first time, by learner and shape.

    A learner that is planned with two grids is one learner: ``seen`` knows it by its name and its
    preprocessing, so that a configuration of both grids comes up once.
    """
    fresh: dict[tuple[PlannedLearner, tuple[int, int]], dict[int, Config]] = {}
    shapes = {(split.n_train, d.n_columns) for d in plan.datasets for split in d.splits}
    for learner in plan.learners:
        grid = grids[learner.grid]
        for shape in shapes if grid.depends_on_data else {ANY_SHAPE}:
            known = seen.setdefault((learner.name, learner.preprocessing, shape), set())
            found = fresh.setdefault((learner, shape), {})
            for row, config in configurations(grid, learner.name, rows, shape).items():
                number = store.config(learner.name, config)
                store.grid_row(learner.name, shape, learner.grid, row, number)
                if number not in known:
                    known.add(number)
                    found[number] = config
    return fresh


def _missing(
    task: Task,
    number: int,
    configs: Mapping[int, Config],
    store: Store,
    retry: frozenset[Status],
) -> tuple[Item, ...]:
    done = store.done(number, configs)
    items = []
    for config_number, config in configs.items():
        status, attempt = done.get(config_number, (None, 0))
        if status is None or status in retry:
            items.append(Item(task.key(config), config_number, config, attempt + 1))
    return tuple(items)

"""The evaluations of a plan, lazily, in an order in which every prefix is a smaller whole."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
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
    return (task.n_train, task.n_columns) if grid.space.depends_on_data else ANY_SHAPE


def distinct(grid: FrozenGrid, rows: Sequence[int], shape: tuple[int, int]) -> int:
    """Number of different effective configurations among ``rows`` on data of ``shape``."""
    return len({canonical(grid.space.effective(grid.rows[i], Shape(*shape))) for i in rows})


Group = tuple[PlannedLearner, tuple[int, int]]
"""Tasks to which rows of a grid mean the same: a learner, and the shape that it looks at."""


@dataclass(frozen=True, slots=True)
class _Place:
    """A task, its number in the store, and what its batches need."""

    task: Task
    number: int
    reference: Mapping[str, Any]
    group: Group


def batches(
    plan: Plan,
    grids: Mapping[str, FrozenGrid],
    store: Store,
    retry: frozenset[Status] = frozenset(),
    band: Callable[[Task], int] = lambda _: 0,
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
    band
        Tasks of a lower band come first, in the order above among themselves. It must tell tasks
        apart by their names only, not by which grid a learner's rows come from.
    """
    bands: dict[int, list[_Place]] = {}
    with store.transaction():
        for task, learner, dataset in _tasks(plan):
            group = learner, shape_of(grids[learner.grid], task)
            place = _Place(task, store.task(task), dataset.reference, group)
            bands.setdefault(band(task), []).append(place)
    for _, places in sorted(bands.items()):
        yield from _in_blocks(plan.rows, grids, places, store, retry)


def _tasks(plan: Plan) -> Iterator[tuple[Task, PlannedLearner, PlannedDataset]]:
    """Tasks of ``plan``: every dataset and learner at one position of the splits, then the next."""
    for position in range(max((len(d.splits) for d in plan.datasets), default=0)):
        for dataset in plan.datasets:
            for split in dataset.splits[position : position + 1]:
                for learner in plan.learners:
                    yield task_of(plan, dataset, split, learner), learner, dataset


def _in_blocks(
    all_rows: Sequence[int],
    grids: Mapping[str, FrozenGrid],
    places: Sequence[_Place],
    store: Store,
    retry: frozenset[Status],
) -> Iterator[Batch]:
    tasks: dict[Group, list[int]] = {}
    for place in places:
        tasks.setdefault(place.group, []).append(place.number)
    seen: dict[tuple[str, str, tuple[int, int]], set[int]] = {}
    for start in range(0, len(all_rows), BLOCK):
        rows = all_rows[start : start + BLOCK]
        with store.transaction():
            fresh = {group: _fresh(group, grids, rows, store, seen) for group in tasks}
        # A run that goes on has most of it done: asked for by the group, that takes no time.
        due = {
            group
            for group, found in fresh.items()
            if found and (retry or not store.are_done(tasks[group], found))
        }
        for place in places if due else ():
            if place.group in due:
                items = _missing(place, fresh[place.group], grids, store, retry)
                if items:
                    yield Batch(place.task, place.number, place.reference, items)


def _fresh(
    group: Group,
    grids: Mapping[str, FrozenGrid],
    rows: Sequence[int],
    store: Store,
    seen: dict[tuple[str, str, tuple[int, int]], set[int]],
) -> dict[int, int]:
    """Configurations that ``rows`` bring for the first time: the number of each, and its row."""
    learner, shape = group
    known = store.grid_rows(learner.name, shape, learner.grid, rows)
    before = seen.setdefault((learner.name, learner.preprocessing, shape), set())
    found: dict[int, int] = {}
    for row in rows:
        number = known.get(row)
        if number is None:
            number = store.config(learner.name, _config(group, grids, row))
            store.grid_row(learner.name, shape, learner.grid, row, number)
        if number not in before:
            before.add(number)
            found[number] = row
    return found


def _config(group: Group, grids: Mapping[str, FrozenGrid], row: int) -> Config:
    learner, shape = group
    grid = grids[learner.grid]
    return grid.space.effective(grid.rows[row], Shape(*shape))


def _missing(
    place: _Place,
    fresh: Mapping[int, int],
    grids: Mapping[str, FrozenGrid],
    store: Store,
    retry: frozenset[Status],
) -> tuple[Item, ...]:
    done = store.done(place.number, fresh)
    items = []
    for number, row in fresh.items():
        status, attempt = done.get(number, (None, 0))
        if status is None or status in retry:
            config = _config(place.group, grids, row)
            items.append(Item(place.task.key(config), number, config, attempt + 1))
    return tuple(items)

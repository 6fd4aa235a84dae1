"""The evaluations of a plan, lazily, in an order in which every prefix is a smaller whole."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from grids.frozen import FrozenGrid
from grids.space import Config, Shape
from runners.evaluation import Status, Task
from runners.plan import Plan, PlannedDataset, PlannedLearner, PlannedSplit
from runners.shard import Shard, config_hash, hashes, task_hash
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


def shape_of(grid: FrozenGrid, n_train: int, n_columns: int) -> tuple[int, int]:
    """Shape that the grid's effective configurations depend on; ``ANY_SHAPE`` if on none."""
    return (n_train, n_columns) if grid.depends_on_data else ANY_SHAPE


def configurations(
    grid: FrozenGrid, learner: str, rows: Sequence[int], shape: tuple[int, int]
) -> dict[int, Config]:
    """Effective configuration of each of ``rows`` on data of ``shape``.

    A row that one side of a twin cannot be given is left out.
    """
    found = ((row, grid.configuration(learner, row, Shape(*shape))) for row in rows)
    return {row: config for row, config in found if config is not None}


def distinct(configs: Iterable[Config]) -> set[str]:
    """Texts of the different ones among ``configs``; made for counting, where JSON takes long."""
    return {repr(sorted(config.items())) for config in configs}


Group = tuple[PlannedLearner, tuple[int, int]]
"""Tasks to which rows of a grid mean the same: a learner, and the shape that it looks at."""


@dataclass(frozen=True, slots=True)
class _Place:
    """A task, its number in the store, its hash in a shard, and what its batches need."""

    task: Task
    number: int
    hash: int
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
            group = learner, shape_of(grids[learner.grid], task.n_train, task.n_columns)
            hashed = task_hash(task) if plan.shard else 0
            place = _Place(task, store.task(task), hashed, dataset.reference, group)
            bands.setdefault(band(task), []).append(place)
    for _, places in sorted(bands.items()):
        yield from _in_blocks(plan, grids, places, store, retry)


def _tasks(plan: Plan) -> Iterator[tuple[Task, PlannedLearner, PlannedDataset]]:
    """Tasks of ``plan``: every dataset and learner at one position of the splits, then the next."""
    for position in range(max((len(d.splits) for d in plan.datasets), default=0)):
        for dataset in plan.datasets:
            for split in dataset.splits[position : position + 1]:
                for learner in plan.learners:
                    yield task_of(plan, dataset, split, learner), learner, dataset


def _in_blocks(
    plan: Plan,
    grids: Mapping[str, FrozenGrid],
    places: Sequence[_Place],
    store: Store,
    retry: frozenset[Status],
) -> Iterator[Batch]:
    together: dict[Group, list[_Place]] = {}
    for place in places:
        together.setdefault(place.group, []).append(place)
    seen: dict[tuple[str, str, tuple[int, int]], set[int]] = {}
    # A shard has few rows of a block; its batches are to be as large as those of the whole.
    block = BLOCK * (plan.shard.of if plan.shard else 1)
    for start in range(0, len(plan.rows), block):
        rows = plan.rows[start : start + block]
        with store.transaction():
            fresh = {group: _fresh(group, grids, rows, store, seen) for group in together}
        shares = {
            group: _Share(plan.shard, found, _hashes(group, found, grids) if plan.shard else {})
            for group, found in fresh.items()
            if found
        }
        # A run that goes on has most of it done: asked for by the group, that takes no time.
        due = {
            group
            for group, share in shares.items()
            if retry or not share.is_done(together[group], store)
        }
        for place in places if due else ():
            if place.group in due:
                items = _missing(place, shares[place.group].of(place), grids, store, retry)
                if items:
                    yield Batch(place.task, place.number, place.reference, items)


@dataclass(frozen=True, slots=True)
class _Share:
    """Configurations of a block, number and row, with their hashes if there is a shard."""

    shard: Shard | None
    fresh: Mapping[int, int]
    hashes: Mapping[int, int]

    def of(self, place: _Place) -> Mapping[int, int]:
        """Those that are to be evaluated at ``place``."""
        if self.shard is None:
            return self.fresh
        return {
            number: row
            for number, row in self.fresh.items()
            if self.shard.holds(place.hash, self.hashes[number])
        }

    def is_done(self, places: Sequence[_Place], store: Store) -> bool:
        """Whether the store has them all at ``places``."""
        expected = (
            len(places) * len(self.fresh)
            if self.shard is None
            else self.shard.count(
                hashes(place.hash for place in places), hashes(self.hashes.values())
            )
        )
        return store.rows_of([place.number for place in places], self.fresh) >= expected


def _hashes(
    group: Group, fresh: Mapping[int, int], grids: Mapping[str, FrozenGrid]
) -> dict[int, int]:
    learner, shape = group
    configs = configurations(grids[learner.grid], learner.name, list(fresh.values()), shape)
    return {number: config_hash(configs[row]) for number, row in fresh.items()}


def _fresh(
    group: Group,
    grids: Mapping[str, FrozenGrid],
    rows: Sequence[int],
    store: Store,
    seen: dict[tuple[str, str, tuple[int, int]], set[int]],
) -> dict[int, int]:
    """Configurations that ``rows`` bring for the first time: the number of each, and its row.

    A learner that is planned with two grids is one learner: ``seen`` knows it by its name and its
    preprocessing, so that a configuration of both grids comes up once.
    """
    learner, shape = group
    grid = grids[learner.grid]
    numbers = store.grid_rows(learner.name, shape, learner.grid, rows)
    new = [row for row in rows if row not in numbers]
    for row, config in configurations(grid, learner.name, new, shape).items():
        numbers[row] = store.config(learner.name, config)
        store.grid_row(learner.name, shape, learner.grid, row, numbers[row])
    before = seen.setdefault((learner.name, learner.preprocessing, shape), set())
    found: dict[int, int] = {}
    for row in rows:
        number = numbers.get(row)
        if number is not None and number not in before:
            before.add(number)
            found[number] = row
    return found


def _missing(
    place: _Place,
    fresh: Mapping[int, int],
    grids: Mapping[str, FrozenGrid],
    store: Store,
    retry: frozenset[Status],
) -> tuple[Item, ...]:
    learner, shape = place.group
    done = store.done(place.number, fresh)
    items = []
    for number, row in fresh.items():
        status, attempt = done.get(number, (None, 0))
        if status is None or status in retry:
            (config,) = configurations(grids[learner.grid], learner.name, [row], shape).values()
            items.append(Item(place.task.key(config), number, config, attempt + 1))
    return tuple(items)

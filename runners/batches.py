"""The evaluations of a plan, lazily, in an order in which every prefix is a smaller whole."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from grids.frozen import FrozenGrid
from grids.space import Config, Shape
from runners.evaluation import Task
from runners.plan import Plan, PlannedDataset, PlannedLearner, PlannedSplit
from runners.retry import NOTHING, Retry
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


@dataclass(frozen=True, slots=True)
class _Group:
    """Tasks on which the same rows are planned, and mean the same.

    Attributes
    ----------
    learner
        With one of its grids.
    shape
        What the grids of the learner look at; ``ANY_SHAPE`` if at nothing.
    part
        Number of the part of the plan.
    rows
        Planned there, ascending.
    """

    learner: PlannedLearner
    shape: tuple[int, int]
    part: int
    rows: tuple[int, ...] = field(compare=False)

    def within(self, first: int, last: int) -> tuple[int, ...]:
        """Its rows from ``first`` to ``last``."""
        return self.rows[bisect_left(self.rows, first) : bisect_right(self.rows, last)]


@dataclass(frozen=True, slots=True)
class _Place:
    """A task, its number in the store, its hash in a shard, and what its batches need."""

    task: Task
    number: int
    hash: int
    reference: Mapping[str, Any]
    group: _Group


def batches(
    plan: Plan,
    grids: Mapping[str, FrozenGrid],
    store: Store,
    retry: Retry = NOTHING,
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
        What to run again, and which learners and datasets this is about.
    band
        Tasks of a lower band come first, in the order above among themselves. It must tell tasks
        apart by their names only, not by which grid a learner's rows come from.
    """
    bands: dict[int, list[_Place]] = {}
    looking = {
        name: any(grids[entry.grid].depends_on_data for entry in entries)
        for name, entries in plan.together().items()
    }
    products = plan.products()
    with store.transaction():
        for task, learner, dataset, part in tasks(plan):
            if not retry.concerns(task.learner, task.dataset):
                continue
            looks = looking[learner.name, learner.preprocessing]
            shape = (task.n_train, task.n_columns) if looks else ANY_SHAPE
            group = _Group(learner, shape, part, products[part].rows[learner])
            hashed = task_hash(task) if plan.shard else 0
            place = _Place(task, store.task(task), hashed, dataset.reference, group)
            bands.setdefault(band(task), []).append(place)
    for _, places in sorted(bands.items()):
        yield from _in_blocks(plan, grids, places, store, retry)


def tasks(plan: Plan) -> Iterator[tuple[Task, PlannedLearner, PlannedDataset, int]]:
    """Tasks of ``plan``: every dataset and learner at one position of the splits, then the next.

    Each with its learner, its dataset, and the number of the product of the plan that it is of.
    """
    products = plan.products()
    number_of = {
        (dataset.name, split.index): number
        for number, product in enumerate(products)
        for dataset in product.datasets
        for split in dataset.splits
    }
    for position in range(max((len(d.splits) for d in plan.datasets), default=0)):
        for dataset in plan.datasets:
            for split in dataset.splits[position : position + 1]:
                number = number_of[dataset.name, split.index]
                for learner in products[number].rows:
                    yield task_of(plan, dataset, split, learner), learner, dataset, number


def _in_blocks(
    plan: Plan,
    grids: Mapping[str, FrozenGrid],
    places: Sequence[_Place],
    store: Store,
    retry: Retry,
) -> Iterator[Batch]:
    together: dict[_Group, list[_Place]] = {}
    for place in places:
        together.setdefault(place.group, []).append(place)
    seen: dict[Seen, set[int]] = {}
    # A shard has few rows of a block; its batches are to be as large as those of the whole.
    block = BLOCK * (plan.shard.of if plan.shard else 1)
    for start in range(0, len(plan.rows), block):
        rows = plan.rows[start : start + block]
        with store.transaction():
            fresh = {
                group: _fresh(group, grids, group.within(rows[0], rows[-1]), store, seen)
                for group in together
            }
        shares = {
            group: _Share(plan.shard, found, _hashes(group, found, grids) if plan.shard else {})
            for group, found in fresh.items()
            if found
        }
        # A run that goes on has most of it done: asked for by the group, that takes no time.
        due = {
            group
            for group, share in shares.items()
            if retry.statuses or not share.is_done(together[group], store)
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
    group: _Group, fresh: Mapping[int, int], grids: Mapping[str, FrozenGrid]
) -> dict[int, int]:
    configs = _configurations(group, grids, list(fresh.values()))
    return {number: config_hash(configs[row]) for number, row in fresh.items()}


def _configurations(
    group: _Group, grids: Mapping[str, FrozenGrid], rows: Sequence[int]
) -> dict[int, Config]:
    return configurations(grids[group.learner.grid], group.learner.name, rows, group.shape)


Seen = tuple[str, str, tuple[int, int], int]
"""Learner, preprocessing, shape and part: tasks that the same configurations are asked of."""


def _fresh(
    group: _Group,
    grids: Mapping[str, FrozenGrid],
    rows: Sequence[int],
    store: Store,
    seen: dict[Seen, set[int]],
) -> dict[int, int]:
    """Configurations that ``rows`` bring for the first time: the number of each, and its row.

    A learner that is planned with two grids is one learner: ``seen`` knows it by its name and its
    preprocessing, so that a configuration of both grids comes up once.
    """
    if not rows:
        return {}
    learner = group.learner
    shape = shape_of(grids[learner.grid], *group.shape)
    numbers = store.grid_rows(learner.name, shape, learner.grid, rows)
    new = [row for row in rows if row not in numbers]
    for row, config in _configurations(group, grids, new).items():
        numbers[row] = store.config(learner.name, config)
        store.grid_row(learner.name, shape, learner.grid, row, numbers[row])
    key = learner.name, learner.preprocessing, group.shape, group.part
    before = seen.setdefault(key, set())
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
    retry: Retry,
) -> tuple[Item, ...]:
    done = store.done(place.number, fresh)
    items = []
    for number, row in fresh.items():
        status, attempt = done.get(number, (None, 0))
        if status is None or status in retry.statuses:
            (config,) = _configurations(place.group, grids, [row]).values()
            items.append(Item(place.task.key(config), number, config, attempt + 1))
    return tuple(items)

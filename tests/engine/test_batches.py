"""The evaluations of a plan: each once, in a balanced order, and only what is missing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import groupby, islice
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from optuna.distributions import CategoricalDistribution, FloatDistribution, IntDistribution

from frostgrid.base.digest import canonical
from grids.frozen import FrozenGrid, load
from grids.registry import spaces
from grids.space import Parameter, Shape, Space, Value
from runners.amounts import amounts
from runners.batches import BLOCK, Batch, batches
from runners.due import due
from runners.evaluation import Evaluation, Status, Task
from runners.plan import Plan, PlannedDataset, PlannedLearner, PlannedSplit
from runners.retry import Retry
from runners.shard import Shard
from runners.store.row import Record
from runners.store.store import Store
from runners.tasks import configurations, distinct

PLAIN = Space(
    "test",
    "plain",
    1,
    (
        Parameter("kind", CategoricalDistribution(["tree", "line"]), "tree"),
        Parameter("depth", IntDistribution(1, 9), 3, when=("kind", ("tree",))),
    ),
    "made up",
)
SHARE = Space(
    "test",
    "share",
    1,
    (
        Parameter(
            "mtry_share",
            FloatDistribution(0, 1),
            0.5,
            argument="mtry",
            rule=lambda share, shape: max(1, round(share * shape.columns)),
        ),
    ),
    "made up",
)


def grid_of(space: Space, rows: int) -> FrozenGrid:
    found: list[dict[str, Value]]
    if space is PLAIN:
        found = [{"kind": "line" if i % 3 else "tree", "depth": i % 9 + 1} for i in range(rows)]
    else:
        found = [{"mtry_share": i / rows} for i in range(rows)]
    return FrozenGrid(space, tuple(found), "0" * 64)


def plan_of(n_rows: int, n_datasets: int, n_splits: int) -> tuple[Plan, dict[str, FrozenGrid]]:
    grids = {space.name: grid_of(space, n_rows) for space in (PLAIN, SHARE)}
    datasets = tuple(
        PlannedDataset(
            name=f"d{d}",
            digest=f"{d:064}",
            reference={"kind": "catalogue", "name": f"d{d}"},
            n_rows=50,
            n_columns=2 + 3 * d,
            n_classes=2,
            splits=tuple(PlannedSplit(s, f"{d:032}{s:032}", 50) for s in range(n_splits)),
        )
        for d in range(n_datasets)
    )
    learners = tuple(
        PlannedLearner(space.learner, 1, "impute-native-none", space.name, "0" * 64)
        for space in (PLAIN, SHARE)
    )
    plan = Plan(
        experiment="grid",
        suite="test",
        protocol="bootstrap",
        seed=1,
        rows=tuple(range(n_rows)),
        subset="all",
        datasets=datasets,
        learners=learners,
        software={},
        evaluations=0,
        effective=0,
    )
    return plan, grids


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    found = Store(tmp_path / "results.sqlite", write=True)
    yield found
    found.close()


def finish(store: Store, batch: Batch, statuses: dict[str, Status]) -> None:
    records = []
    with store.transaction():
        facts = store.environment({}), store.machine({})
    for item in batch.items:
        status = statuses.get(item.key, Status.TIMEOUT)
        evaluation = Evaluation(item.key, status, "why")
        records.append(Record(evaluation, batch.number, item.number, *facts, 0, item.attempt))
    store.record(records)


def expected_keys(plan: Plan, grids: dict[str, FrozenGrid]) -> set[str]:
    from runners.tasks import task_of

    return {
        task_of(plan, dataset, split, learner).key(
            grids[learner.grid].space.effective(
                grids[learner.grid].rows[row], Shape(split.n_train, dataset.n_columns)
            )
        )
        for dataset in plan.datasets
        for split in dataset.splits
        for learner in plan.learners
        for row in plan.rows
    }


@pytest.mark.parametrize("shape", [(25, 3, 2), (1, 1, 1), (40, 2, 3)])
def test_every_different_evaluation_comes_up_once(
    store: Store, shape: tuple[int, int, int]
) -> None:
    plan, grids = plan_of(*shape)
    keys = [item.key for batch in batches(plan, grids, store) for item in batch.items]
    assert len(keys) == len(set(keys))
    assert set(keys) == expected_keys(plan, grids)


def test_inert_parameters_and_rounded_shares_do_not_count() -> None:
    def count(space: Space, rows: int, shape: tuple[int, int]) -> int:
        found = configurations(grid_of(space, rows), space.learner, range(rows), shape)
        return len(distinct(found.values()))

    assert count(PLAIN, 27, (0, 0)) == 1 + 3  # one line; depths 1, 4, 7
    assert count(SHARE, 100, (50, 2)) == 2
    assert count(SHARE, 100, (50, 8)) == 8


@pytest.mark.parametrize("space", spaces(), ids=lambda space: space.name)
def test_counting_a_plan_is_counting_its_configurations(space: Space) -> None:
    """Also where one continuous parameter tells rows apart without a look at the others."""
    plan, _ = plan_of(200, 2, 1)
    learner = PlannedLearner(space.learner, 1, "impute-native-none", space.name, "0" * 64)
    grid = load(space.name)
    found = amounts(replace(plan, learners=(learner,)), {space.name: grid})
    for dataset in plan.datasets:
        shape = (dataset.splits[0].n_train, dataset.n_columns)
        every = configurations(grid, space.learner, range(200), shape).values()
        cell = (space.learner, "impute-native-none", dataset.name)
        assert found[cell] == (200, len(set(map(canonical, every))))


def test_a_learner_with_two_grids_computes_once_what_both_ask_for(store: Store) -> None:
    plan, grids = plan_of(12, 2, 2)
    other = replace(grids["test/plain"], sha256="1" * 64)
    twice = (*plan.learners, replace(plan.learners[0], grid="test/other", grid_sha256="1" * 64))
    both = {**grids, "test/other": other}
    found = [
        item.key
        for batch in batches(replace(plan, learners=twice), both, store)
        for item in batch.items
    ]
    assert len(found) == len(set(found))
    assert set(found) == expected_keys(plan, grids)
    named = store.db.execute("SELECT DISTINCT grid FROM grid_row WHERE learner = 'plain'")
    assert {grid for (grid,) in named} == {"test/plain", "test/other"}


@pytest.mark.parametrize("first", [0, 1])
def test_a_grid_that_looks_at_the_data_and_one_that_does_not_share_what_they_have_in_common(
    store: Store, first: int
) -> None:
    plan, grids = plan_of(12, 3, 2)
    fixed = Space("fixed", "share", 1, (Parameter("mtry", IntDistribution(1, 9), 3),), "made up")
    grids[fixed.name] = FrozenGrid(fixed, tuple({"mtry": i % 4 + 1} for i in range(12)), "0" * 64)
    looking = plan.learners[1]
    pair = (looking, replace(looking, grid=fixed.name))
    both = replace(plan, learners=(pair[first], pair[1 - first]))
    found = [item.key for batch in batches(both, grids, store) for item in batch.items]
    alone = [expected_keys(replace(plan, learners=(learner,)), grids) for learner in pair]
    assert alone[0] & alone[1]
    assert len(found) == len(set(found))
    assert set(found) == alone[0] | alone[1]
    assert len(found) == sum(different for _, different in amounts(both, grids).values())


def test_a_learner_with_two_preprocessings_is_evaluated_with_both(store: Store) -> None:
    plan, grids = plan_of(12, 1, 2)
    scaled = replace(plan.learners[0], preprocessing="impute-onehot-standard")
    twice = replace(plan, learners=(plan.learners[0], scaled))
    found = [item.key for batch in batches(twice, grids, store) for item in batch.items]
    assert len(found) == len(set(found))
    assert set(found) == expected_keys(twice, grids)


def test_a_stopped_run_is_a_smaller_whole_one(store: Store) -> None:
    """A split is finished for every dataset and learner before the next one begins."""
    plan, grids = plan_of(30, 3, 4)
    groups = [
        (split, {(batch.task.dataset, batch.task.learner) for batch in group})
        for split, group in groupby(batches(plan, grids, store), lambda batch: batch.task.split)
    ]
    everything = {(d.name, learner.name) for d in plan.datasets for learner in plan.learners}
    assert groups[:4] == [(split, everything) for split in range(4)]
    assert [split for split, _ in groups] == [0, 1, 2, 3] * (len(groups) // 4)


def test_what_is_done_does_not_come_up_again_and_a_retry_brings_back_its_status(
    store: Store,
) -> None:
    plan, grids = plan_of(12, 2, 2)
    first = list(batches(plan, grids, store))
    for batch in first[::2]:
        keys = [item.key for item in batch.items]
        finish(store, batch, dict.fromkeys(keys, Status.ERROR))
    left = {item.key for batch in batches(plan, grids, store) for item in batch.items}
    assert left == {item.key for batch in first[1::2] for item in batch.items}
    again = [
        item
        for batch in batches(plan, grids, store, Retry(frozenset({Status.ERROR})))
        for item in batch.items
    ]
    assert {item.key for item in again} == expected_keys(plan, grids)
    assert {item.attempt for item in again if item.key not in left} == {2}
    crashed = batches(plan, grids, store, Retry(frozenset({Status.CRASH})))
    assert {item.key for batch in crashed for item in batch.items} == left


def test_a_retry_of_some_learners_and_datasets_brings_up_nothing_of_others(store: Store) -> None:
    plan, grids = plan_of(12, 3, 2)
    first = list(batches(plan, grids, store))
    for batch in first[::3]:
        finish(store, batch, {})

    def found(retry: Retry) -> list[tuple[str, str, int]]:
        return [
            (batch.task.learner, batch.task.dataset, item.attempt)
            for batch in batches(plan, grids, store, retry)
            for item in batch.items
        ]

    timeouts = frozenset({Status.TIMEOUT})
    every = found(Retry(timeouts))
    some = Retry(timeouts, frozenset({"share"}), frozenset({"d0", "d2"}))
    assert found(some) == [one for one in every if one[0] == "share" and one[1] != "d1"]
    assert {attempt for _, _, attempt in found(some)} == {1, 2}
    counted = due(plan, grids, store, some)
    assert {(learner, dataset) for learner, _, dataset in counted} == {
        ("share", "d0"),
        ("share", "d2"),
    }
    for (learner, _, dataset), cell in counted.items():
        attempts = [one[2] for one in found(some) if one[:2] == (learner, dataset)]
        assert (cell.missing, cell.again) == (attempts.count(1), attempts.count(2))


def test_more_rows_learners_and_datasets_leave_old_keys_valid() -> None:
    small, grids = plan_of(10, 1, 2)
    large, large_grids = plan_of(20, 2, 3)
    # A grid's old rows stay as they are when it is extended.
    for name, grid in grids.items():
        large_grids[name] = replace(grid, rows=grid.rows + large_grids[name].rows[10:])
    assert expected_keys(small, grids) <= expected_keys(large, large_grids)


@given(st.dictionaries(st.text(), st.one_of(st.booleans(), st.integers(), st.text())))
def test_a_key_depends_on_each_part_and_on_no_order(config: dict[str, bool | int | str]) -> None:
    plan, _ = plan_of(1, 1, 1)
    from runners.tasks import task_of

    task = task_of(plan, plan.datasets[0], plan.datasets[0].splits[0], plan.learners[0])
    backwards = dict(reversed(config.items()))
    assert task.key(config) == task.key(backwards)
    assert len(task.key(config)) == 32
    for change in (
        {"dataset_digest": "x"},
        {"protocol": "x"},
        {"split": 5},
        {"split_digest": "x"},
        {"learner": "x"},
        {"adapter": 2},
        {"preprocessing": "x"},
        {"subset": "first:8"},
    ):
        assert replace(task, **change).key(config) != task.key(config)
    assert replace(task, dataset="renamed").key(config) == task.key(config)
    assert task.key(config | {"new": 1}) != task.key(config) or config.get("new") == 1


orders = st.lists(st.integers(0, 3), min_size=6, max_size=6)


@given(orders, st.lists(st.integers(0, 10**6), max_size=8), st.integers(1, 25))
def test_every_evaluation_comes_up_once_in_any_order_and_after_any_interruption(
    order: list[int], done: list[int], n_rows: int
) -> None:
    """Bands are an arbitrary choice per dataset and learner; sessions stop after some batches."""
    plan, grids = plan_of(n_rows, 3, 2)
    band = {
        (dataset.name, learner.name): order[2 * d + at]
        for d, dataset in enumerate(plan.datasets)
        for at, learner in enumerate(plan.learners)
    }

    def band_of(task: Task) -> int:
        return band[task.dataset, task.learner]

    with TemporaryDirectory() as folder:
        store = Store(Path(folder, "results.sqlite"), write=True)
        store.db.execute("PRAGMA synchronous = OFF")  # this law is not about power cuts
        met: list[str] = []
        for count in done:
            for batch in islice(batches(plan, grids, store, band=band_of), count % 7):
                met += [item.key for item in batch.items]
                finish(store, batch, {})
        last = list(batches(plan, grids, store, band=band_of))
        met += [item.key for batch in last for item in batch.items]
        store.close()
    assert len(met) == len(set(met))
    assert set(met) == expected_keys(plan, grids)
    turns = [band_of(batch.task) for batch in last]
    assert turns == sorted(turns)


def test_a_block_with_one_row_missing_brings_back_just_that(store: Store) -> None:
    plan, grids = plan_of(25, 2, 2)
    every = list(batches(plan, grids, store))
    for batch in every:
        finish(store, batch, {})
    assert list(batches(plan, grids, store)) == []
    lost = every[len(every) // 2].items[0]
    store.db.execute("DELETE FROM evaluation WHERE key = ?", (bytes.fromhex(lost.key),))
    ((only,),) = [batch.items for batch in batches(plan, grids, store)]
    assert only == lost


def test_the_first_batch_of_a_long_plan_waits_for_one_block_only(store: Store) -> None:
    plan, grids = plan_of(900, 3, 4)
    next(batches(plan, grids, store))
    (rows,) = store.db.execute("SELECT max(row) FROM grid_row").fetchone()
    assert rows == BLOCK - 1


def test_what_is_done_is_passed_over_by_groups_of_tasks(store: Store) -> None:
    """Not task by task: a plan has tens of thousands of them, for each block of rows."""
    plan, grids = plan_of(60, 2, 40)
    for batch in batches(plan, grids, store):
        finish(store, batch, {})
    asked: list[str] = []
    store.db.set_trace_callback(asked.append)
    assert list(batches(plan, grids, store)) == []
    store.db.set_trace_callback(None)
    tasks, groups, blocks = 2 * 2 * 40, 1 + 2, 6
    once = 2 * tasks  # their numbers
    assert len(asked) < once + 8 * groups * blocks


def keys_of(plan: Plan, grids: dict[str, FrozenGrid]) -> list[str]:
    with TemporaryDirectory() as folder:
        empty = Store(Path(folder, "results.sqlite"), write=True)
        found = [item.key for batch in batches(plan, grids, empty) for item in batch.items]
        empty.close()
    return found


@given(of=st.integers(1, 7), shape=st.tuples(*3 * [st.integers(1, 12)]))
@settings(max_examples=15, deadline=None)
def test_shards_are_apart_are_counted_and_together_are_the_whole(
    of: int, shape: tuple[int, int, int]
) -> None:
    plan, grids = plan_of(*shape)
    found: list[str] = []
    for index in range(1, of + 1):
        part = replace(plan, shard=Shard(index, of))
        keys = keys_of(part, grids)
        assert len(keys) == sum(different for _, different in amounts(part, grids).values())
        found += keys
    assert len(found) == len(set(found))
    assert set(found) == expected_keys(plan, grids)
    planned = [amounts(replace(plan, shard=Shard(i + 1, of)), grids) for i in range(of)]
    assert sum(n for part in planned for n, _ in part.values()) == sum(
        n for n, _ in amounts(plan, grids).values()
    )


@given(st.integers(1, 5))
@settings(max_examples=5, deadline=None)
def test_what_else_is_planned_moves_no_evaluation_to_another_shard(index: int) -> None:
    small, grids = plan_of(10, 1, 2)
    large, large_grids = plan_of(20, 2, 3)
    for name, grid in grids.items():
        large_grids[name] = replace(grid, rows=grid.rows + large_grids[name].rows[10:])
    few = set(keys_of(replace(small, shard=Shard(index, 5)), grids))
    many = set(keys_of(replace(large, shard=Shard(index, 5)), large_grids))
    assert few == many & expected_keys(small, grids)


def test_a_shard_goes_on_where_it_was_and_its_batches_are_of_the_usual_size(store: Store) -> None:
    plan, grids = plan_of(60, 25, 1)  # the last ones have many columns, and many shares of them
    part = replace(plan, shard=Shard(2, 3))
    first = list(batches(part, grids, store))
    assert 7 <= max(len(batch.items) for batch in first) <= 20
    for batch in first[::2]:
        finish(store, batch, {})
    left = {item.key for batch in batches(part, grids, store) for item in batch.items}
    assert left == {item.key for batch in first[1::2] for item in batch.items}
    for batch in first[1::2]:
        finish(store, batch, {})
    assert not list(batches(part, grids, store))

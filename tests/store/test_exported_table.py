"""The table of results, part by part."""

from __future__ import annotations

import tracemalloc
from pathlib import Path

import pytest
from made_up import TASKS, fill, outcome

from runners.evaluation import Status
from runners.store.row import Record
from runners.store.store import Store
from runners.store.table import chunks


def store_of(path: Path, rows: int) -> Store:
    store = Store(path, write=True)
    fill(store, rows)
    return store


def peak(store: Store) -> tuple[int, int]:
    """Rows of the table, and the most bytes that Python held while it was read."""
    tracemalloc.start()
    rows = sum(chunk.num_rows for chunk in chunks(store, size=200))
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return rows, most


def test_reading_ten_times_the_rows_takes_no_more_memory(tmp_path: Path) -> None:
    small, large = store_of(tmp_path / "small", 50), store_of(tmp_path / "large", 500)
    peak(small)  # what is imported on the way counts once
    (few, little), (many, much) = peak(small), peak(large)
    small.close()
    large.close()
    assert (few, many) == (50 * len(TASKS), 500 * len(TASKS))
    assert much < 1.3 * little


def test_a_table_is_of_one_moment_whatever_is_written_meanwhile(tmp_path: Path) -> None:
    writer = store_of(tmp_path / "results.sqlite", 30)
    reader = Store(writer.path)
    parts = chunks(reader, size=100)
    found = [next(parts)]
    task, config = TASKS[-1], {"depth": 1000}
    with writer.transaction():
        number = writer.config(task.learner, config)
        writer.grid_row(task.learner, (0, 0), f"frostgrid/{task.learner}", 1000, number)
        place = writer.task(task), number, writer.environment({}), writer.machine({})
    writer.record([Record(outcome(task.key(config), Status.OK, 0.5), *place, 0, 1)])
    found += parts
    assert sum(part.num_rows for part in found) == 30 * len(TASKS)
    assert sum(part.num_rows for part in chunks(reader)) == 30 * len(TASKS) + 1
    reader.close()
    writer.close()


@pytest.mark.parametrize("size", [1, 7, 10_000])
def test_the_size_of_the_parts_changes_nothing_else(tmp_path: Path, size: int) -> None:
    store = store_of(tmp_path / "results.sqlite", 9)
    parts = [row for part in chunks(store, size) for row in part.to_pylist()]
    whole = [row for part in chunks(store) for row in part.to_pylist()]
    store.close()
    assert parts == whole
    place = [(row["dataset"], row["split"], row["learner"], row["config"]) for row in whole]
    assert place == sorted(place)
    assert len(place) == 9 * len(TASKS)

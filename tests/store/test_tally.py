"""Rows are counted when they are written, so that no reader has to count them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st
from made_up import LEARNERS, TASKS, fill, outcome

from runners.evaluation import Status
from runners.store.row import Record
from runners.store.store import Store

COUNTED = "SELECT task, status, rows, aucs FROM tally WHERE rows > 0 ORDER BY 1, 2"
COUNT = "SELECT task, status, count(*), count(auc) FROM evaluation GROUP BY 1, 2 ORDER BY 1, 2"
SUMMED = "SELECT total(fit_seconds), total(predict_seconds), total(accuracy), total(auc) FROM tally"
SUM = SUMMED.replace("tally", "evaluation")


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    found = Store(tmp_path / "results.sqlite", write=True)
    yield found
    found.close()


steps = st.lists(
    st.tuples(
        st.integers(0, 2),
        st.integers(0, 2),
        st.sampled_from([None, Status.OK, Status.TIMEOUT, Status.ERROR]),
        st.floats(0, 1),
    ),
    max_size=25,
)


@given(steps)
def test_counts_and_sums_follow_every_write_retry_and_removal(
    taken: list[tuple[int, int, Status | None, float]],
) -> None:
    with TemporaryDirectory() as folder:
        store = Store(Path(folder, "results.sqlite"), write=True)
        store.db.execute("PRAGMA synchronous = OFF")  # this law is not about power cuts
        with store.transaction():
            facts = store.environment({}), store.machine({})
        for at, number, status, score in taken:
            task, config = TASKS[at], {"depth": number}
            with store.transaction():
                numbers = store.task(task), store.config(task.learner, config)
            if status is None:
                store.db.execute("DELETE FROM evaluation WHERE (task, config) = (?, ?)", numbers)
            else:
                made = outcome(task.key(config), status, score)
                store.record([Record(made, *numbers, *facts, 0, 1)])
        assert store.db.execute(COUNTED).fetchall() == store.db.execute(COUNT).fetchall()
        counted = store.db.execute(SUMMED).fetchone()
        assert counted == pytest.approx(store.db.execute(SUM).fetchone(), abs=1e-9)
        store.close()


def test_a_batch_that_cannot_be_stored_is_not_counted(store: Store) -> None:
    fill(store)
    before = store.counts()
    with pytest.raises(ZeroDivisionError), store.transaction():
        store.db.execute("DELETE FROM evaluation")
        assert store.counts() == {}
        raise ZeroDivisionError
    assert store.counts() == before


def test_rows_of_tasks_and_configurations_are_counted(store: Store) -> None:
    fill(store)
    for learner in LEARNERS:
        tasks = [store.task(task) for task in TASKS if task.learner == learner]
        configs = [store.config(learner, {"depth": row}) for row in range(len(Status))]
        every = len(tasks) * len(configs)
        assert store.rows_of(tasks, configs) == every
        assert store.rows_of(tasks, configs[:1]) == len(tasks)
        assert store.rows_of([*tasks, 10**6], [*configs, 10**6]) == every
        where = f"task = {tasks[1]} AND config = {configs[2]}"
        store.db.execute(f"DELETE FROM evaluation WHERE {where}")
        assert store.rows_of(tasks, configs) == every - 1
        assert store.rows_of(tasks, configs[:2]) == 2 * len(tasks)


def test_no_question_about_progress_reads_the_rows_themselves(store: Store) -> None:
    fill(store)
    asked: list[str] = []
    store.db.set_trace_callback(asked.append)
    store.counts()
    store.done_by_cell()
    store.worked_since(0.0, 60.0)
    store.rows_of([1, 2], [1, 2])
    store.db.set_trace_callback(None)
    for question in asked:
        plan = [row[-1] for row in store.db.execute(f"EXPLAIN QUERY PLAN {question}")]
        whole = [step for step in plan if step.startswith("SCAN evaluation")]
        assert not whole or "LIMIT" in question, plan

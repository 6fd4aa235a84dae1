"""The engine inside a Dask worker, without any Dask."""

from __future__ import annotations

import threading
import time
from dataclasses import replace
from pathlib import Path

import psutil
import pytest

from runners.batches import Batch, Item
from runners.cluster.message import Answer, Job
from runners.cluster.sandbox import Pool
from runners.evaluation import Status, Task
from runners.plan import Limits
from splits.frozen import frozen_split
from suites.entry import dataset_entry

LIMITS = Limits(seconds=60.0, memory=3_000_000_000)


def batch_of(learner: str, *configs: dict[str, int]) -> Batch:
    iris = dataset_entry("iris").load()
    found = frozen_split(iris, "bootstrap", 0)
    task = Task(
        dataset="iris",
        dataset_digest=iris.digest,
        protocol="bootstrap",
        split=0,
        split_digest=found.digest,
        learner=learner,
        adapter=1,
        preprocessing="impute-onehot-none",
        subset="all",
        n_train=len(found.train),
        n_columns=iris.n_columns,
    )
    items = [Item(task.key(config), number, config) for number, config in enumerate(configs)]
    return Batch(task, 1, {"kind": "catalogue", "name": "iris"}, tuple(items))


TREES = batch_of("sklearn_extra_trees", *({"n_estimators": n} for n in (5, 10, 20)))
SLOW = batch_of("sklearn_extra_trees", {"n_estimators": 5}, {"n_estimators": 200_000})
"""The second one takes minutes."""


def engines(folder: Path) -> list[int]:
    """Worker processes that work below ``folder``."""
    found = []
    for child in psutil.Process().children(recursive=True):
        try:
            if child.cwd().startswith(str(folder)):
                found.append(child.pid)
        except psutil.Error:
            continue
    return found


def test_a_job_and_its_answer_arrive_as_they_were_sent(tmp_path: Path) -> None:
    job = Job("session", TREES, LIMITS, keep_predictions=True)
    assert Job.load(job.dump()) == job
    pool = Pool()
    answer = pool.run(job, tmp_path)
    pool.stop("session")
    assert answer.predictions
    arrived = Answer.load(answer.dump(), TREES, 7)
    assert [(f.evaluation, f.item, f.worker) for f in arrived.finished] == [
        (f.evaluation, f.item, 7) for f in answer.finished
    ]
    assert arrived.predictions == answer.predictions


def test_one_worker_process_runs_batch_after_batch_until_it_is_stopped(tmp_path: Path) -> None:
    pool = Pool()
    job = Job("session", TREES, LIMITS, keep_predictions=False)
    first = pool.run(job, tmp_path)
    processes = engines(tmp_path)
    assert [f.evaluation.status for f in first.finished] == [Status.OK] * 3
    # A batch that another thread brings finds the same process.
    second: list[Answer] = []
    thread = threading.Thread(target=lambda: second.append(pool.run(job, tmp_path)))
    thread.start()
    thread.join()
    assert [f.evaluation.scores for f in second[0].finished] == [
        f.evaluation.scores for f in first.finished
    ]
    assert engines(tmp_path) == processes
    pool.stop("session")
    end = time.monotonic() + 10
    while engines(tmp_path) and time.monotonic() < end:
        time.sleep(0.05)
    assert not engines(tmp_path)
    assert pool.run(job, tmp_path).finished == ()


def test_a_limit_holds_and_the_next_batch_runs(tmp_path: Path) -> None:
    pool = Pool()
    limits = replace(LIMITS, seconds=3.0)
    answer = pool.run(Job("session", SLOW, limits, keep_predictions=False), tmp_path)
    assert [f.evaluation.status for f in answer.finished] == [Status.OK, Status.TIMEOUT]
    answer = pool.run(Job("session", TREES, limits, keep_predictions=False), tmp_path)
    assert [f.evaluation.status for f in answer.finished] == [Status.OK] * 3
    pool.stop("session")


@pytest.mark.slow
def test_what_has_finished_comes_back_when_a_session_is_stopped(tmp_path: Path) -> None:
    pool = Pool()
    answers: list[Answer] = []
    job = Job("session", SLOW, LIMITS, keep_predictions=False)
    thread = threading.Thread(target=lambda: answers.append(pool.run(job, tmp_path)))
    thread.start()
    time.sleep(15)
    pool.stop("session")
    thread.join(30)
    assert [f.evaluation.status for f in answers[0].finished] == [Status.OK]


def test_data_that_is_not_what_was_planned_is_told_in_one_line(tmp_path: Path) -> None:
    pool = Pool()
    wrong = replace(TREES, task=replace(TREES.task, dataset_digest="0" * 64))
    answer = pool.run(Job("session", wrong, LIMITS, keep_predictions=False), tmp_path)
    assert answer.finished == ()
    assert "not the one this run was planned with" in answer.problem
    assert "\n" not in answer.problem

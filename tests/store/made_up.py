"""A results store with rows of every status."""

from __future__ import annotations

import random
from itertools import product

from runners.evaluation import Evaluation, Scores, Status, Task
from runners.store.row import Record
from runners.store.store import Store

LEARNERS = ("ranger", "rpart")
TASKS = tuple(
    Task(f"d{d}", f"{d:064}", "bootstrap", split, f"{split:064}", learner, 1, "none", "all", 50, 4)
    for d, split, learner in product(range(2), range(3), LEARNERS)
)


def outcome(key: str, status: Status, score: float) -> Evaluation:
    if status is not Status.OK:
        return Evaluation(key, status, "why")
    return Evaluation(
        key,
        status,
        scores=Scores(
            accuracy=score,
            accuracy_argmax=score,
            auc=score,
            auc_ovr=score,
            auc_classes=2,
            log_loss=score,
            brier=score,
            balanced_accuracy=score,
            f1_macro=score,
            f1_weighted=score,
            confusion=(3, 1, 0, 0),
        ),
        n_train=50,
        n_test=4,
        fit_seconds=score,
        predict_seconds=score / 2,
        cpu_seconds=score,
    )


def fill(store: Store, rows: int = len(Status)) -> None:
    """``rows`` rows of the grid for every task, in a random order, their statuses in turn."""
    draw = random.Random(1)
    statuses = tuple(Status)
    every = list(product(TASKS, range(rows)))
    draw.shuffle(every)
    store.db.execute("PRAGMA synchronous = OFF")  # nothing here is about power cuts
    with store.transaction():
        facts = store.environment({"python": "3"}), store.machine({"cores": 2})
    for task, row in every:
        config = {"depth": row}
        with store.transaction():
            numbers = store.task(task), store.config(task.learner, config)
            store.grid_row(task.learner, (0, 0), f"frostgrid/{task.learner}", row, numbers[1])
        made = outcome(task.key(config), statuses[row % len(statuses)], draw.random())
        store.record([Record(made, *numbers, *facts, 0, 1)])

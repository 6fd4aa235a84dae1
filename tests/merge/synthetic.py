"""Runs with made-up results: nothing is fitted."""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import closing
from dataclasses import replace
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from unittest import mock

from runners.batches import batches
from runners.directory import RESULTS
from runners.evaluation import Evaluation, Scores, Status
from runners.experiments.grid import Request, counted, plan_grid
from runners.plan import Limits, Plan
from runners.run import create
from runners.store.row import ROW, Record
from runners.store.store import Store
from runners.tasks import grids_of

LIMITS = Limits(60.0, 4_000_000_000)
SCORES = Scores(0.5, 0.5, 0.75, 0.75, 2, 0.6, 0.4, 0.5, 0.5, 0.5, (1, 1, 1, 1))


@cache
def plan() -> Plan:
    """Two learners, four rows, three splits of iris."""
    learners = ("sklearn_decision_tree", "sklearn_knn")
    request = Request("demo", None, ("iris",), learners, (0, 1, 2, 3), (0, 1, 2), "bootstrap")
    return plan_grid(request)


def part(**changes: Any) -> Plan:  # noqa: ANN401 - fields of a plan
    """The plan with other parts, counted again."""
    found = replace(plan(), **changes)
    return counted(found, grids_of(found))


@cache
def keys() -> tuple[str, ...]:
    """Keys of all evaluations of the plan."""
    with TemporaryDirectory() as folder, closing(Store(Path(folder, RESULTS), write=True)) as store:
        found = batches(plan(), grids_of(plan()), store)
        return tuple(item.key for batch in found for item in batch.items)


def success(key: str, change: float = 0.0) -> Evaluation:
    """A success; one with another ``change`` disagrees with it, unless that is tiny."""
    scores = replace(SCORES, log_loss=SCORES.log_loss + change)
    return Evaluation(key, Status.OK, "", scores, 10, 4, 0.1, 0.01, 0.11, 10**8)


def failure(key: str) -> Evaluation:
    return Evaluation(key, Status.TIMEOUT, "longer than the time limit")


def run(
    directory: Path,
    results: Mapping[str, tuple[Evaluation, int, float]],
    planned: Plan | None = None,
    node: str = "one",
) -> Path:
    """A run that holds ``results``: by key an evaluation, its attempt, and when it finished."""
    planned = planned or plan()
    create(directory, planned, LIMITS)
    with closing(Store(directory / RESULTS, write=True)) as store:
        with store.transaction():
            facts = store.environment({"of": node}), store.machine({"node": node})
        for batch in list(batches(planned, grids_of(planned), store)):
            for item in batch.items:
                if item.key in results:
                    evaluation, attempt, finished = results[item.key]
                    record = Record(evaluation, batch.number, item.number, *facts, 0, attempt)
                    with mock.patch("time.time", return_value=finished):
                        store.record([record])
    return directory


def contents(directory: Path) -> dict[str, dict[str, Any]]:
    """Everything the store holds of every evaluation, by key, with no number of its own."""
    found = {}
    own = {"task", "config", "environment", "machine"}
    names = [name for name in ROW if name not in own]
    query = (
        f"SELECT {', '.join(f'e.{name}' for name in names)}, dataset, task.split, task.learner,"
        " config.json, machine.json, environment.json FROM evaluation AS e"
        " JOIN task ON task.id = e.task JOIN config ON config.id = e.config"
        " JOIN machine ON machine.id = e.machine"
        " JOIN environment ON environment.id = e.environment"
    )
    with closing(Store(directory / RESULTS)) as store:
        for cells in store.db.execute(query):
            row = dict(zip([*names, "d", "s", "l", "c", "m", "v"], cells, strict=True))
            found[row["key"].hex()] = row | {"c": json.loads(row["c"])}
    return found

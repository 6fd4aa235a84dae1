"""Random evaluations of a run, made again and compared to the last bit."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, fields
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from frostgrid.base.errors import FrostgridError
from frostgrid.base.streams import stream
from runners.batches import Batch, Item
from runners.engine.supervisor import Finished, Supervisor
from runners.evaluation import Scores, Status, Task
from runners.plan import Limits, Plan
from runners.store.row import unpack
from runners.store.store import Store
from runners.verify.finding import Finding

_SCORES = tuple(field.name for field in fields(Scores))


def check_sample(
    store: Store, plan: Plan, limits: Limits, count: int, workers: int, seed: int
) -> tuple[int, list[Finding]]:
    """Run ``count`` random ``ok`` evaluations again; returns how many were, and what differs.

    Every score must come out the same to the last bit: the fit's seed comes from its key, each fit
    has one thread, and a run is made with one set of versions. On another processor or system
    library the last bits may honestly differ; the finding then says by how much.

    Raises
    ------
    FrostgridError
        Data, splits or software are not those of the run.
    """
    chosen = _choose(store, count, seed)
    references = {dataset.name: dataset.reference for dataset in plan.datasets}
    stored: dict[str, dict[str, Any]] = {}
    tasks: dict[int, list[Item]] = {}
    for key, owner, number, config, scores in chosen:
        stored[key] = scores
        tasks.setdefault(owner, []).append(Item(key, number, config))
    batches = []
    for number, items in tasks.items():
        task = _task(store, number)
        batches.append(Batch(task, number, references[task.dataset], tuple(items)))
    found: list[Finished] = []
    with TemporaryDirectory() as folder:
        Supervisor(iter(batches), workers, limits, Path(folder), found.extend).run()
    if len(found) != len(chosen):
        raise FrostgridError("not every evaluation of the sample came to an end", hint="try again")
    findings = [_compare(finished, stored[finished.evaluation.key]) for finished in found]
    return len(found), [finding for finding in findings if finding]


def _choose(
    store: Store, count: int, seed: int
) -> list[tuple[str, int, int, dict[str, Any], dict[str, Any]]]:
    keys = [row[0] for row in store.db.execute("SELECT key FROM evaluation WHERE status = 'ok'")]
    positions = stream("verify", seed).permutation(len(keys))[:count]
    chosen = [sorted(keys)[position] for position in positions]
    rows = []
    for key in chosen:
        task, number, text, *scores = store.db.execute(
            f"SELECT task, config, json, {', '.join(_SCORES)} FROM evaluation"  # noqa: S608
            " JOIN config ON config.id = evaluation.config WHERE key = ?",
            (key,),
        ).fetchone()
        values = dict(zip(_SCORES, scores, strict=True))
        values["confusion"] = tuple(unpack(values["confusion"]))
        rows.append((key.hex(), task, number, json.loads(text), values))
    return rows


def _task(store: Store, number: int) -> Task:
    names = tuple(field.name for field in fields(Task))
    values = store.db.execute(
        f"SELECT {', '.join(names)} FROM task WHERE id = ?",  # noqa: S608
        (number,),
    ).fetchone()
    return Task(**dict(zip(names, values, strict=True)))


def _compare(finished: Finished, stored: Mapping[str, Any]) -> Finding | None:
    task, again = finished.batch.task, finished.evaluation
    where = f"{task.dataset}, split {task.split}, {task.learner}, key {again.key}"
    if again.status is not Status.OK or again.scores is None:
        return Finding("sample", 1, where, f"stored as ok, now {again.status}: {again.reason}")
    new = asdict(again.scores)
    different = [name for name in _SCORES if new[name] != stored[name]]
    if not different:
        return None
    name = different[0]
    return Finding("sample", 1, where, f"{name} is stored as {stored[name]}, now {new[name]}")

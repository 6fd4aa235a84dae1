"""Time, memory and disk of plans of up to 50 million evaluations.

Usage: python benchmarks/scale.py FOLDER [MILLIONS DONE]

Plans all learners on 66 small made-up datasets, 20 splits and as many grid rows as it takes, with
the commands' own functions. First table: a new plan up to its first stored fit. Second table: a
plan of 50 million of which ever more is done (10 million unless less is asked for), resumed up to
the next stored fit, asked for its status, and exported to Parquet. Only those first fits are real;
what is "done" are made-up scores that the real store wrote. Every figure is of a fresh process,
its start and imports included; memory is the peak of the planning process, its workers left out.

FOLDER is made, needs 5 GB for 10 million, and is left for the reader to delete.
"""

from __future__ import annotations

import json
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from itertools import islice
from pathlib import Path

import numpy as np

from runners.ahead import ahead
from runners.batches import Batch, batches
from runners.directory import PLAN, RESULTS
from runners.evaluation import Evaluation, Scores, Status
from runners.experiments.grid import Request, plan_grid
from runners.plan import Limits, Plan, PlannedDataset, read_plan
from runners.rescore import MEASURES
from runners.run import create, proceed
from runners.status import report
from runners.store.export import export
from runners.store.row import Record
from runners.store.store import Store
from runners.tasks import grids_of

DATASETS = 66
LIMITS = Limits(60.0, 4_000_000_000)
GRID_ROWS = {0.1: 2, 1: 20, 10: 200, 50: 1001}
"""Rows that make so many millions of evaluations with 66 datasets, 20 splits, 37 learners."""


def made_up(folder: Path) -> None:
    """Write datasets of different shapes, small so that their fits take no time."""
    folder.mkdir(parents=True, exist_ok=True)
    random = np.random.default_rng(1)
    for number in range(DATASETS):
        rows, columns, classes = 60 + number, 2 + number % 9, 2 + number % 4
        x = random.normal(size=(rows, columns))
        lines = [",".join([*(f"x{j}" for j in range(columns)), "target"])]
        lines += [
            ",".join([*(f"{value:.4f}" for value in x[i]), f"c{i % classes}"]) for i in range(rows)
        ]
        (folder / f"made_up_{number:02}.csv").write_text("\n".join(lines) + "\n")


def planned(folder: Path, rows: int) -> Plan:
    return plan_grid(Request(str(folder), None, (), (), tuple(range(rows)), (), "bootstrap"))


def fill(run: Path, millions: float) -> float:
    """Have the store hold so many rows; returns microseconds of the processor per row."""
    plan, _ = read_plan(run / PLAN)
    shapes = {dataset.name: dataset for dataset in plan.datasets}
    random = np.random.default_rng(2)
    store = Store(run / RESULTS, write=True)
    store.db.execute("PRAGMA synchronous = OFF")  # nobody mourns these rows
    with store.transaction():
        facts = store.environment({}), store.machine({})
    done = sum(store.counts().values())
    todo, start = int(millions * 1e6) - done, time.process_time()
    found = batches(plan, grids_of(plan), store)
    added = 0
    while added < todo:
        records: list[Record] = []
        for batch in islice(found, 2000):
            outcomes = outcome(batch, shapes[batch.task.dataset], random)
            records += [
                Record(evaluation, batch.number, item.number, *facts, 0, 1)
                for evaluation, item in zip(outcomes, batch.items, strict=True)
            ]
        store.record(records)
        added += len(records)
    store.close()
    return (time.process_time() - start) / max(added, 1) * 1e6


def outcome(batch: Batch, data: PlannedDataset, random: np.random.Generator) -> list[Evaluation]:
    k = data.n_classes
    tables = random.integers(1, 20, size=(len(batch.items), k * k)).tolist()
    numbers = random.random((len(batch.items), len(MEASURES))).tolist()
    return [
        Evaluation(
            item.key,
            Status.OK,
            scores=Scores(
                **dict(zip(MEASURES, x, strict=True)), auc_classes=k, confusion=tuple(table)
            ),
            n_train=batch.task.n_train,
            n_test=sum(table),
            fit_seconds=x[0] / 100,
            predict_seconds=x[1] / 1000,
            cpu_seconds=x[0] / 90,
            peak_memory=300_000_000 + int(x[0] * 1e5) * 4096,
        )
        for item, x, table in zip(batch.items, numbers, tables, strict=True)
    ]


def until_first_fit(run: Path) -> float:
    """Work on ``run`` until a row is stored, and return the time at which it was."""
    at: list[float] = []

    def stored(rows: int, _: int) -> None:
        if rows and not at:
            at.append(time.time())
            signal.raise_signal(signal.SIGINT)

    proceed(run, 2, stored)
    return at[0]


def plan_step(suite: str, rows: str, run: str) -> dict[str, float]:
    plan = planned(Path(suite), int(rows))
    create(Path(run), plan, LIMITS)
    at = time.time()
    return {"evaluations": plan.evaluations, "planned": at, "end": until_first_fit(Path(run))}


def resume_step(run: str) -> dict[str, float]:
    return {"end": until_first_fit(Path(run))}


def status_step(run: str) -> dict[str, float]:
    found, _ = report(Path(run)), ahead(Path(run))
    return {"stored": found.stored, "end": time.time()}


def export_step(run: str, to: str) -> dict[str, float]:
    store = Store(Path(run, RESULTS))
    rows = export(store, Path(to))
    store.close()
    return {"rows": rows, "end": time.time()}


STEPS: dict[str, Callable[..., dict[str, float]]] = {
    "plan": plan_step,
    "resume": resume_step,
    "status": status_step,
    "export": export_step,
}


def measured(what: str, *arguments: object) -> dict[str, float]:
    """Figures of one step in a fresh process.

    With its ``seconds``, those of the processor (``cpu``), and its ``peak`` of memory.
    """
    start = time.time()
    done = subprocess.run(
        [sys.executable, __file__, "--step", what, *map(str, arguments)],
        check=True,
        stdout=subprocess.PIPE,
        text=True,
    )
    found: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
    return found | {"start": start, "seconds": found["end"] - start}


def growth(sizes: Sequence[float], values: Sequence[float]) -> str:
    """Exponent of ``values = a * sizes ** b``, least squares in logarithms."""
    if len(sizes) < 2:
        return "growth exponent: one size only"
    return f"growth exponent {np.polyfit(np.log(sizes), np.log(values), 1)[0]:.2f}"


def main(folder: Path, most: float) -> None:
    suite = folder / "suite"
    made_up(suite)
    print("A new plan (bars at 50 million: 10 s, 500 MB)")
    heads = ("planned s", "first fit s", "processor s", "memory MB", "plan MB")
    print(f"{'evaluations':>12}" + "".join(f"{head:>13}" for head in heads))
    sizes, seconds = [], []
    for millions, rows in GRID_ROWS.items():
        run = folder / f"plan-{millions}"
        found = measured("plan", suite, rows, run)
        size = (run / PLAN).stat().st_size
        print(
            f"{found['evaluations']:>12,}{found['planned'] - found['start']:>13.1f}"
            f"{found['seconds']:>13.1f}{found['cpu']:>13.1f}"
            f"{found['peak'] / 1e6:>13.0f}{size / 1e6:>13.2f}",
            flush=True,
        )
        sizes.append(found["evaluations"])
        seconds.append(found["seconds"])
    print(growth(sizes, seconds))

    run = folder / f"plan-{max(GRID_ROWS)}"
    print("\nThe plan of 50 million with so many done (bars at 10 million: 20 s, 2 s, 400 bytes)")
    print("Seconds of each step, those of the processor in brackets, and MB of memory")
    heads = ("resume", "status", "bytes/row", "write us/row", "export")
    widths = (20, 14, 11, 14, 22)
    print(
        f"{'done':>12}"
        + "".join(f"{head:>{width}}" for head, width in zip(heads, widths, strict=True))
    )
    done: list[float] = []
    resumed: list[float] = []
    exported: list[float] = []
    for millions in [size for size in GRID_ROWS if size <= most]:
        micro = fill(run, millions)
        size = (run / RESULTS).stat().st_size
        resume = measured("resume", run)
        status = measured("status", run)
        table = measured("export", run, folder / "all.parquet")
        print(
            f"{status['stored']:>12,}"
            f"{resume['seconds']:>7.1f} ({resume['cpu']:4.1f}){resume['peak'] / 1e6:>6.0f}"
            f"{status['seconds']:>7.1f} ({status['cpu']:4.1f})"
            f"{size / status['stored']:>11.0f}{micro:>14.0f}"
            f"{table['seconds']:>9.0f} ({table['cpu']:4.0f}){table['peak'] / 1e6:>6.0f}",
            flush=True,
        )
        done.append(status["stored"])
        resumed.append(resume["seconds"])
        exported.append(table["seconds"])
    print(f"resume: {growth(done, resumed)}; export: {growth(done, exported)}")


if __name__ == "__main__":
    if sys.argv[1] == "--step":
        figures = STEPS[sys.argv[2]](*sys.argv[3:])
        used = resource.getrusage(resource.RUSAGE_SELF)
        figures |= {"peak": used.ru_maxrss * 1024, "cpu": used.ru_utime + used.ru_stime}
        print(json.dumps(figures))
    else:
        main(Path(sys.argv[1]), float(sys.argv[2]) if len(sys.argv) > 2 else 10)

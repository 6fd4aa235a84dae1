"""Workers that misbehave: each costs one evaluation, and has the status it deserves."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, replace
from pathlib import Path
from time import monotonic

import numpy as np
import psutil
import pytest

from frostgrid.base.errors import FrostgridError
from grids.space import Value
from runners.batches import Batch, Item
from runners.engine.process import THREAD_CAPS
from runners.engine.supervisor import Finished, Supervisor
from runners.evaluation import Evaluation, Status, Task
from runners.plan import Limits
from splits.frozen import frozen_split
from suites.registry import Reference
from tests.plugins.nap import NAP

GENEROUS = Limits(seconds=60.0, memory=3_000_000_000)


def batch_of(
    *acts: str | dict[str, Value],
    split: int = 0,
    learner: str = "misbehaving",
    reference: Reference = Reference("catalogue", "iris"),  # noqa: B008 - it is frozen
) -> Batch:
    """What to do, or the configurations of another learner."""
    dataset = reference.load()
    found = frozen_split(dataset, "bootstrap", split)
    task = Task(
        dataset=reference.name,
        dataset_digest=dataset.digest,
        protocol="bootstrap",
        split=split,
        split_digest=found.digest,
        learner=learner,
        adapter=1,
        preprocessing="impute-native-none",
        subset="all",
        n_train=len(found.train),
        n_columns=dataset.n_columns,
    )
    configs: list[dict[str, Value]] = [
        {"do": act, "turn": number} if isinstance(act, str) else act
        for number, act in enumerate(acts)
    ]
    items = [Item(task.key(config), row, config) for row, config in enumerate(configs)]
    return Batch(task, 1, reference.to_dict(), tuple(items))


class Run:
    """A supervisor over ``batches``, and what it recorded by ``do``."""

    def __init__(self, folder: Path, batches: Sequence[Batch], limits: Limits) -> None:
        self.finished: list[Finished] = []
        self.supervisor = Supervisor(
            iter(batches),
            1,
            limits,
            folder,
            self.finished.extend,
            modules=["tests.plugins.misbehaving"],
        )

    def go(self) -> list[tuple[str, Evaluation]]:
        self.supervisor.run()
        return [(str(f.item.config.get("do")), f.evaluation) for f in self.finished]


def children() -> list[psutil.Process]:
    return [
        p
        for p in psutil.Process().children(recursive=True)
        if "runners.engine.guard" in p.cmdline()
    ]


def napping(folder: Path) -> bool:
    """Whether a process sleeps that a worker of ``folder`` left behind."""
    return any(
        NAP in (p.info["cmdline"] or ()) and (p.info["cwd"] or "").startswith(str(folder))
        for p in psutil.process_iter(["cmdline", "cwd"])
    )


def wait_for(what: Callable[[], bool], seconds: float = 60.0) -> bool:
    end = monotonic() + seconds
    while not (happened := what()) and monotonic() < end:
        time.sleep(0.05)
    return happened


def test_what_a_learner_does_inside_its_process_is_a_row(tmp_path: Path) -> None:
    batch = batch_of("nothing", "error", "warn", "nan", "flood", "nothing")
    found = dict(Run(tmp_path, [batch], GENEROUS).go())
    assert found["nothing"].status is Status.OK
    assert found["nothing"].scores is not None
    assert found["error"].status is Status.ERROR
    assert found["error"].reason == "ValueError: told to fail"
    assert found["warn"].status is Status.OK
    assert (found["warn"].warnings, found["warn"].message) == (3, "UserWarning: warning 0")
    assert found["nan"].status is Status.INVALID_OUTPUT
    assert found["flood"].status is Status.OK
    assert found["flood"].warnings == 10_000
    assert not children()
    assert not list((tmp_path / "tmp").iterdir())


@pytest.mark.parametrize(
    ("act", "said"),
    [
        ("segfault", "killed by SIGSEGV"),
        ("os_exit", "it left with exit code 0"),
    ],
)
def test_a_dying_worker_costs_the_evaluation_in_flight_and_nothing_else(
    tmp_path: Path, act: str, said: str
) -> None:
    run = Run(
        tmp_path, [batch_of("nothing", act, "nothing"), batch_of("nothing", split=1)], GENEROUS
    )
    found = run.go()
    assert sorted((do, e.status) for do, e in found) == [
        ("nothing", Status.OK),
        ("nothing", Status.OK),
        ("nothing", Status.OK),
        (act, Status.CRASH),
    ]
    crash = next(f for f in run.finished if f.evaluation.status is Status.CRASH)
    assert said in crash.evaluation.reason
    assert crash.item.attempt == 2  # a second worker died of it before it was blamed


@pytest.mark.parametrize("act", ["sleep", "spin_c"])
def test_a_time_limit_kills_what_listens_to_nobody(tmp_path: Path, act: str) -> None:
    limits = Limits(seconds=5.0, memory=GENEROUS.memory)
    run = Run(tmp_path, [batch_of("nothing", act, "nothing")], limits)
    before = monotonic()
    found = dict(run.go())
    assert found[act].status is Status.TIMEOUT
    assert found[act].reason == "longer than the time limit of 5 s"
    assert found["nothing"].status is Status.OK
    assert len(run.finished) == 3
    assert monotonic() - before < 60
    assert not children()


def test_a_time_limit_ends_rpart_on_30_levels_of_4_classes(tmp_path: Path) -> None:
    """rpart tries every way to part the levels, in C code that no signal reaches."""
    pytest.importorskip("rpy2.rinterface_lib", reason="there is no interface to R")
    rng = np.random.default_rng(0)
    path = tmp_path / "levels.csv"
    rows = zip(rng.permutation(900) % 30, rng.permutation(900) % 4, strict=True)
    path.write_text("level,target\n" + "".join(f"l{level:02d},c{y}\n" for level, y in rows))
    batch = batch_of(
        {"minsplit": 2, "cp": 0.0},
        learner="rpart",
        reference=Reference("file", "levels", str(path)),
    )
    limits = Limits(seconds=3.0, memory=GENEROUS.memory)
    ((_, found),) = Run(tmp_path, [batch], limits).go()
    assert (found.status, found.reason) == (Status.TIMEOUT, "longer than the time limit of 3 s")
    assert not children()


def test_boosters_that_ran_in_threads_of_the_parent_hang_no_worker(tmp_path: Path) -> None:
    """After a fork their thread pools would wait for threads that only the parent has."""
    done = subprocess.run(
        [sys.executable, "-c", _BOOSTED.format(folder=str(tmp_path))],
        env={k: v for k, v in os.environ.items() if k not in THREAD_CAPS},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.split() == ["ok"] * 4


_BOOSTED = """
from pathlib import Path
import numpy as np
from lightgbm import LGBMClassifier
from xgboost import XGBClassifier
from tests.engine.test_supervisor import GENEROUS, Run, batch_of
x = np.random.default_rng(0).normal(size=(2000, 10))
LGBMClassifier(n_estimators=20, n_jobs=2, verbosity=-1).fit(x, x[:, 0] > 0)
XGBClassifier(n_estimators=20, n_jobs=2, verbosity=0).fit(x, x[:, 0] > 0)
configs = {{"n_estimators": 5}}, {{"n_estimators": 6}}
batches = [batch_of(*configs, learner=name) for name in ("lightgbm", "xgboost")]
print(*(found.status.value for _, found in Run(Path({folder!r}), batches, GENEROUS).go()))
"""


def test_a_daemon_that_a_learner_leaves_is_killed_with_its_worker(tmp_path: Path) -> None:
    limits = Limits(seconds=5.0, memory=GENEROUS.memory)
    run = Run(tmp_path, [batch_of("fork")], limits)
    seen = []
    watcher = threading.Thread(target=lambda: seen.append(wait_for(lambda: napping(tmp_path))))
    watcher.start()
    found = dict(run.go())
    watcher.join()
    assert seen == [True]
    assert found["fork"].status is Status.TIMEOUT
    assert not napping(tmp_path)


def test_a_memory_limit_ends_the_evaluation_and_not_the_run(tmp_path: Path) -> None:
    limits = Limits(seconds=60.0, memory=800_000_000)
    found = dict(Run(tmp_path, [batch_of("eat_memory", "nothing")], limits).go())
    assert found["eat_memory"].status is Status.MEMORY
    assert found["nothing"].status is Status.OK


def test_quit_in_r_does_not_end_the_worker(tmp_path: Path) -> None:
    found = dict(Run(tmp_path, [batch_of("quit_r", "nothing")], GENEROUS).go())
    assert found["quit_r"].status is Status.ERROR
    assert found["nothing"].status is Status.OK


def test_a_worker_that_is_killed_from_outside_costs_nothing(tmp_path: Path) -> None:
    """A stray ``kill -9`` is not the fault of the evaluation, which runs again."""
    run = Run(tmp_path, [batch_of("nothing", "warn", "nothing")], GENEROUS)
    killed: list[int] = []

    def kill_first_worker() -> None:
        while not killed:
            for child in children():
                child.kill()
                killed.append(child.pid)
                return
            time.sleep(0.001)

    killer = threading.Thread(target=kill_first_worker)
    killer.start()
    found = run.go()
    killer.join()
    assert killed
    assert [e.status for _, e in found] == [Status.OK] * 3


def test_stop_lets_go_within_seconds_and_keeps_what_is_finished(tmp_path: Path) -> None:
    run = Run(tmp_path, [batch_of("nothing", "sleep", "nothing")], GENEROUS)
    moment = []

    def stop_during_sleep() -> None:
        while not run.finished:
            time.sleep(0.01)
        time.sleep(0.2)
        moment.append(monotonic())
        run.supervisor.stop()

    stopper = threading.Thread(target=stop_during_sleep)
    stopper.start()
    found = run.go()
    stopper.join()
    assert monotonic() - moment[0] < 5
    assert [do for do, _ in found] == ["nothing"]
    assert not children()


@pytest.mark.parametrize("change", ["dataset_digest", "split_digest"])
def test_data_that_is_not_the_planned_one_stops_the_run(tmp_path: Path, change: str) -> None:
    batch = batch_of("nothing")
    batch = replace(batch, task=Task(**asdict(batch.task) | {change: "0" * 64}))
    with pytest.raises(FrostgridError, match="planned"):
        Run(tmp_path, [batch], GENEROUS).go()
    assert not children()


def test_workers_that_cannot_start_stop_the_run_with_their_last_words(tmp_path: Path) -> None:
    batch = batch_of("nothing")
    supervisor = Supervisor(
        iter([batch]), 1, GENEROUS, tmp_path, lambda _finished: None, modules=["no_such_module"]
    )
    with pytest.raises(FrostgridError, match="no_such_module"):
        supervisor.run()


_SPIN = """
from pathlib import Path
from tests.engine.test_supervisor import GENEROUS, Run, batch_of
Run(Path({folder!r}), [batch_of("spin_c")], GENEROUS).go()
"""


def test_workers_die_with_their_supervisor(tmp_path: Path) -> None:
    """``kill -9`` of the parent leaves no process behind, even one that is busy in C."""
    parent = subprocess.Popen([sys.executable, "-c", _SPIN.format(folder=str(tmp_path))])
    log = tmp_path / "logs" / "worker-0.log"
    while not (log.exists() and "spinning" in log.read_text()):
        assert parent.poll() is None
        time.sleep(0.05)
    found = psutil.Process(parent.pid).children(recursive=True)
    assert found
    parent.kill()
    parent.wait()
    _, alive = psutil.wait_procs(found, timeout=5)
    assert not alive

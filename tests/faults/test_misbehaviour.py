"""Learners that hang, die, grow, chatter and leave children: one row each, and nothing left."""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from pathlib import Path

import numpy as np
import psutil
import pytest

from runners.plan import Limits
from tests.engine.test_supervisor import GENEROUS, batch_of
from tests.faults.acts import Watched, nappers
from tests.faults.figures import figures
from tests.faults.runs import gone

HANGS = {
    "sleep": "asleep in Python",
    "spin_c": "stuck in C",
    "spin_r": "stuck in R's C code (rpart)",
    "daemon_and_sleep": "hanging, with a child in a session of its own",
}
DEATHS = {
    "segfault": "crash",
    "abort": "crash",
    "os_exit": "crash",
    "close_all": "crash",
    "quit_r": "error",
    "daemon_and_segfault": "crash",
}


@pytest.mark.parametrize("act", HANGS)
@pytest.mark.parametrize("tries", [pytest.param(25, marks=pytest.mark.slow)])
def test_a_worker_is_gone_soon_after_the_time_limit(tmp_path: Path, act: str, tries: int) -> None:
    found = figures(f"time limit: worker {HANGS[act]}")
    run = Watched(tmp_path, [batch_of(*[act] * tries)], Limits(2.0, GENEROUS.memory))
    assert run.statuses() == {"timeout": tries}
    beyond = run.beyond_limit()
    found.tries += tries
    found.orphans += run.left()
    found.took(max(beyond))
    found.notes["p99 after the limit"] = f"{np.percentile(beyond, 99):.2f} s"
    assert found.orphans == 0
    assert np.percentile(beyond, 99) < 2


@pytest.mark.parametrize("tries", [2, pytest.param(25, marks=pytest.mark.slow)])
@pytest.mark.parametrize("act", ["daemon_and_segfault", "close_all"])
def test_a_death_costs_one_row_and_leaves_nothing(tmp_path: Path, act: str, tries: int) -> None:
    _die(tmp_path, act, tries)


@pytest.mark.parametrize("tries", [pytest.param(25, marks=pytest.mark.slow)])
@pytest.mark.parametrize("act", sorted(DEATHS.keys() - {"daemon_and_segfault", "close_all"}))
def test_many_deaths_cost_one_row_each(tmp_path: Path, act: str, tries: int) -> None:
    _die(tmp_path, act, tries)


def _die(folder: Path, act: str, tries: int) -> None:
    found = figures(f"death of a worker: {act}")
    run = Watched(folder, [batch_of(*[act] * tries), batch_of(*["nothing"] * tries)], GENEROUS)
    assert run.statuses() == {DEATHS[act]: tries, "ok": tries}
    keys = [evaluation.key for evaluation in run.evaluations]
    found.tries += tries
    found.duplicated += len(keys) - len(set(keys))
    found.orphans += run.left()
    assert (found.duplicated, found.orphans) == (0, 0)


@pytest.mark.parametrize("tries", [2, pytest.param(25, marks=pytest.mark.slow)])
def test_memory_is_hardly_overshot(tmp_path: Path, tries: int) -> None:
    """The learner fills memory as fast as it goes, and says after each 10 MB what it holds."""
    found = figures("memory limit of 600 MB: a learner that fills memory")
    limits = Limits(60.0, 600_000_000)
    run = Watched(tmp_path, [batch_of(*["gorge"] * tries)], limits)
    assert run.statuses() == {"memory": tries}
    logs = range(len(list((tmp_path / "logs").iterdir())))
    most = max(int(said) for log in logs for said in run.said(log, "holds"))
    found.tries += tries
    found.orphans += run.left()
    found.notes["most held"] = f"{100 * most / limits.memory:.1f} % of the limit"
    assert most <= 1.1 * limits.memory
    assert found.orphans == 0


@pytest.mark.parametrize("tries", [1, pytest.param(10, marks=pytest.mark.slow)])
def test_a_gigabyte_of_chatter_does_not_fill_the_disk(tmp_path: Path, tries: int) -> None:
    found = figures("1 GB written to standard output")
    largest, over = [0], threading.Event()

    def watch() -> None:
        while not over.wait(0.001):
            sizes = [log.stat().st_blocks * 512 for log in tmp_path.glob("logs/*.log")]
            largest[0] = max([largest[0], *sizes])

    watcher = threading.Thread(target=watch)
    watcher.start()
    run = Watched(tmp_path, [batch_of(*["flood_gigabyte"] * tries)], GENEROUS)
    over.set()
    watcher.join()
    assert run.statuses() == {"ok": tries}
    found.tries += tries
    found.orphans += run.left()
    found.notes["largest log"] = f"{largest[0] / 1e6:.0f} MB"
    assert largest[0] < 500_000_000


_PARENT = """
from pathlib import Path
from tests.engine.test_supervisor import GENEROUS, batch_of
from tests.faults.acts import Watched
Watched(Path({folder!r}), [batch_of("daemon_and_sleep")], GENEROUS)
"""


@pytest.mark.parametrize("tries", [1, pytest.param(25, marks=pytest.mark.slow)])
@pytest.mark.parametrize("victims", ["parent", "parent and guard"])
def test_children_in_sessions_of_their_own_end_with_a_killed_parent(
    tmp_path: Path, victims: str, tries: int
) -> None:
    """Where the guard is killed as well, the next session ends what was left."""
    found = figures(f"kill -9 of {victims}, a child in a session of its own")
    for number in range(tries):
        folder = tmp_path / str(number)
        folder.mkdir()
        parent = subprocess.Popen([sys.executable, "-c", _PARENT.format(folder=str(folder))])
        while not nappers(folder):
            assert parent.poll() is None
            time.sleep(0.02)
        family = psutil.Process(parent.pid).children(recursive=True)
        if victims == "parent and guard":
            for guard in psutil.Process(parent.pid).children():
                guard.kill()
        parent.kill()
        parent.wait()
        began = time.monotonic()
        if victims == "parent and guard":
            Watched(folder, [], GENEROUS)
        orphans, _ = gone(family, folder)
        found.orphans += orphans + nappers(folder)
        found.took(time.monotonic() - began)
        found.tries += 1
    assert found.orphans == 0

"""``kill -9`` of workers, guards and parents at random moments, inside commits too."""

from __future__ import annotations

import random
import time
from pathlib import Path

import pandas as pd
import psutil
import pytest

from tests.end_to_end.runs import call, start, table
from tests.faults.figures import figures
from tests.faults.runs import cheap, duplicated, gone, lost, stored

ROWS = {4: ("0-19", "0-2"), 1000: ("0-199", "0-19")}
"""Grid rows and splits by number of kills."""


def family(parent: psutil.Process) -> tuple[list[psutil.Process], list[psutil.Process]]:
    """Guards and workers of a running parent; workers are the guards' children."""
    try:
        guards = [child for child in parent.children() if "runners.engine.guard" in child.cmdline()]
        return guards, [worker for guard in guards for worker in guard.children()]
    except psutil.NoSuchProcess:  # also ZombieProcess: one of them is just ending
        return [], []


@pytest.mark.parametrize("kills", [4, pytest.param(1000, marks=pytest.mark.slow)])
def test_kills_at_random_moments_lose_nothing(tmp_path: Path, kills: int) -> None:
    found = figures("kill -9 of worker, guard, parent or both")
    moments = random.Random(kills)
    run = tmp_path / "killed"
    rows, splits = ROWS[kills]
    done = sessions = storing = 0
    while done < kills:
        process = start("run", "grid", *cheap(rows, splits), "--out", str(run), "--workers", "2")
        parent = psutil.Process(process.pid)
        sessions += 1
        at_first = len(stored(run))
        while True:
            more, end = moments.randint(1, 20), time.monotonic() + moments.uniform(0, 4)
            begun = len(stored(run))
            while time.monotonic() < end and len(stored(run)) < begun + more:
                time.sleep(0.002)
            assert process.poll() is None, process.communicate()[0]
            guards, workers = family(parent)
            before = stored(run)
            victims = moments.choices([workers, guards, [parent], [parent, *guards, *workers]],
                                      [4, 2, 4, 2])[0]  # fmt: skip
            if not victims:
                victims = [parent]
            everybody = [*guards, *workers]
            for victim in victims if parent in victims else [moments.choice(victims)]:
                try:
                    victim.kill()
                except psutil.NoSuchProcess:
                    continue
            done += 1
            found.lost += lost(before, stored(run))
            storing += len(before) > at_first
            if parent in victims:
                break
            if done == kills:
                process.kill()
                break
        process.communicate()
        orphans, seconds = gone(everybody, run)
        found.orphans += orphans
        found.took(seconds)
    before = stored(run)
    code, said = call("resume", str(run), "--workers", "2")
    assert code == 0, said
    found.lost += lost(before, stored(run))
    found.duplicated += duplicated(run)
    found.tries += kills
    found.notes["evaluations"] = f"{len(stored(run)):,}"
    found.notes["while rows were stored"] = f"{storing:,}"
    assert (found.lost, found.duplicated, found.orphans) == (0, 0, 0)
    whole = tmp_path / "whole"
    code, said = call("run", "grid", *cheap(rows, splits), "--out", str(whole), "--workers", "2")
    assert code == 0, said
    pd.testing.assert_frame_equal(table(run), table(whole))

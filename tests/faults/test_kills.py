"""``kill -9`` of workers, guards and parents at random moments, inside commits too."""

from __future__ import annotations

import random
import time
from collections import Counter
from contextlib import suppress
from pathlib import Path

import pandas as pd
import psutil
import pytest

from tests.end_to_end.runs import call, start, table
from tests.faults.figures import figures
from tests.faults.runs import cheap, duplicated, gone, how_many, lost, stored


def family(parent: psutil.Process) -> tuple[list[psutil.Process], list[psutil.Process]]:
    """Guards and workers of a running parent; workers are the guards' children."""
    try:
        guards = [child for child in parent.children() if "runners.engine.guard" in child.cmdline()]
        return guards, [worker for guard in guards for worker in guard.children()]
    except psutil.NoSuchProcess:  # also ZombieProcess: one of them is just ending
        return [], []


@pytest.mark.parametrize("tries", [4, pytest.param(1000, marks=pytest.mark.slow)])
def test_kills_at_random_moments_lose_nothing(tmp_path: Path, tries: int) -> None:
    found = figures("kill -9 of worker, guard, parent or all")
    chance = random.Random(tries)
    run = tmp_path / "killed"
    plan = cheap("0-19", "0-2") if tries == 4 else cheap("0-199", "0-19")
    start_up = 30.0
    kinds: Counter[str] = Counter()
    while kinds.total() < tries:
        process = start("run", "grid", *plan, "--out", str(run), "--workers", "2")
        parent = psutil.Process(process.pid)
        began, at_first = time.monotonic(), how_many(run)
        victim = ""
        while victim not in {"parent", "all"}:
            # Two of three moments are while rows are stored, the others at any time until then.
            patience = 120.0 if chance.random() < 2 / 3 else chance.uniform(0, start_up)
            end, begun = time.monotonic() + patience, how_many(run)
            more = chance.randint(1, 20)
            while time.monotonic() < end and how_many(run) < begun + more:
                assert process.poll() is None, process.communicate()[0]
                time.sleep(0.002)
            if len(before := stored(run)) > at_first:
                start_up = min(start_up, time.monotonic() - began)
            guards, workers = family(parent)
            victim = chance.choices(["worker", "guard", "parent", "all"], [5, 3, 2, 1])[0]
            if kinds.total() == tries - 1 or not workers:
                victim = "parent"
            match victim:
                case "worker":
                    victims = [chance.choice(workers)]
                case "guard":
                    victims = [chance.choice(guards)]
                case "parent":
                    victims = [parent]
                case _:
                    victims = [parent, *guards, *workers]
            for process_to_kill in victims:
                with suppress(psutil.NoSuchProcess):
                    process_to_kill.kill()
            kinds[victim] += 1
            found.lost += lost(before, stored(run))
        process.communicate()
        orphans, seconds = gone([*guards, *workers], run)
        found.orphans += orphans
        found.took(seconds)
    before = stored(run)
    code, said = call("resume", str(run), "--workers", "2")
    assert code == 0, said
    found.lost += lost(before, stored(run))
    found.duplicated += duplicated(run)
    found.tries += tries
    found.notes |= {"of " + kind: str(count) for kind, count in sorted(kinds.items())}
    found.notes["evaluations"] = f"{len(stored(run)):,}"
    assert (found.lost, found.duplicated, found.orphans) == (0, 0, 0)
    whole = tmp_path / "whole"
    code, said = call("run", "grid", *plan, "--out", str(whole), "--workers", "2")
    assert code == 0, said
    pd.testing.assert_frame_equal(table(run), table(whole))

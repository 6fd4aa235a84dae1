"""SIGINT and SIGTERM at random moments, and Ctrl-C during long fits in Python and R."""

from __future__ import annotations

import random
import signal
import time
from pathlib import Path

import psutil
import pytest

from tests.end_to_end.runs import start
from tests.faults.figures import figures
from tests.faults.runs import cheap, duplicated, gone, how_many, lost, stored

LONG = (
    *("--suite", "demo", "--datasets", "diabetes", "--rows", "1-40", "--splits", "0-19"),
    *("--learners", "ranger", "randomForest", "e1071_svm", "catboost", "sklearn_mlp"),
)


@pytest.mark.parametrize("tries", [3, pytest.param(60, marks=pytest.mark.slow)])
def test_a_signal_at_any_moment_loses_nothing(tmp_path: Path, tries: int) -> None:
    found = figures("SIGINT or SIGTERM at a random moment")
    chance = random.Random(tries)
    run = tmp_path / "run"
    for _ in range(tries):
        process = start("run", "grid", *cheap("0-999", "0-19"), "--out", str(run))
        time.sleep(chance.uniform(0, 4))
        family = psutil.Process(process.pid).children(recursive=True)
        before, sent = stored(run), time.monotonic()
        process.send_signal(number := chance.choice([signal.SIGINT, signal.SIGTERM]))
        said, _ = process.communicate(timeout=60)
        # Before there is anything to stop in order, a signal ends the process as it always does.
        assert process.returncode in {130, -number}, said
        orphans, _ = gone(family, run)
        found.took(time.monotonic() - sent)
        found.orphans += orphans
        found.lost += lost(before, stored(run))
        found.tries += 1
    found.duplicated += duplicated(run) if stored(run) else 0
    assert (found.lost, found.duplicated, found.orphans) == (0, 0, 0)


@pytest.mark.parametrize("tries", [1, pytest.param(20, marks=pytest.mark.slow)])
def test_ctrl_c_ends_long_fits_in_python_and_r_within_five_seconds(
    tmp_path: Path, tries: int
) -> None:
    found = figures("Ctrl-C with 2 workers, R learners included")
    chance = random.Random(tries)
    run = tmp_path / "run"
    in_time = 0
    for _ in range(tries):
        process = start("run", "grid", *LONG, "--out", str(run), "--workers", "2")
        begun = how_many(run)
        end = time.monotonic() + 30
        while how_many(run) == begun and time.monotonic() < end:
            time.sleep(0.02)
        time.sleep(chance.uniform(0, 3))
        family = psutil.Process(process.pid).children(recursive=True)
        before, sent = stored(run), time.monotonic()
        process.send_signal(signal.SIGINT)
        said, _ = process.communicate(timeout=60)
        assert process.returncode == 130, said
        assert f"resume {run}" in said
        orphans, _ = gone(family, run)
        seconds = time.monotonic() - sent
        in_time += seconds < 5
        found.took(seconds)
        found.orphans += orphans
        found.lost += lost(before, stored(run))
        found.tries += 1
    found.duplicated += duplicated(run)
    found.notes["within 5 s"] = f"{in_time} of {tries}"
    assert in_time == tries
    assert (found.lost, found.duplicated, found.orphans) == (0, 0, 0)

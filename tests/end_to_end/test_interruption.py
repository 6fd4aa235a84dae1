"""A run that is killed again and again ends as one that never was."""

from __future__ import annotations

import random
import signal
import sqlite3
import subprocess
import time
from pathlib import Path

import pandas as pd
import psutil
import pytest

from runners.directory import RESULTS
from runners.status import report
from tests.end_to_end.runs import PLAN, call, start, stored, table

KILLS = 30


def until(run: Path, process: subprocess.Popen[str], rows: int, seconds: float) -> None:
    """Wait until the store holds ``rows``, ``seconds`` at most."""
    end = time.monotonic() + seconds
    while time.monotonic() < end and stored(run) < rows:
        assert process.poll() is None, "the run ended before it could be killed"
        time.sleep(0.01)


def test_thirty_kills_at_random_moments_change_nothing(tmp_path: Path, uninterrupted: Path) -> None:
    run = tmp_path / "killed"
    moments = random.Random(20260)
    start_up = 0.0
    hits = 0
    for kill in range(KILLS):
        before = stored(run)
        began = time.monotonic()
        process = start("run", "grid", *PLAN, "--out", str(run), "--workers", "2")
        # Half of the kills come while results are stored, half at any moment until then.
        if kill % 2 == 0:
            until(run, process, before + 1, 60)
            start_up = time.monotonic() - began
            time.sleep(moments.uniform(0, 0.3))
        else:
            time.sleep(moments.uniform(0, 1.1 * start_up))
        family = psutil.Process(process.pid).children(recursive=True)
        assert process.poll() is None, "the run ended before it could be killed"
        process.kill()
        process.communicate()
        _, alive = psutil.wait_procs(family, timeout=10)
        assert not alive, "a worker outlived its parent"
        assert stored(run) >= before
        hits += stored(run) > before
    assert hits >= KILLS / 2
    assert stored(run) < report(uninterrupted).stored, "nothing was left to resume"
    code, said = call("resume", str(run))
    assert code == 0, said
    pd.testing.assert_frame_equal(table(run), table(uninterrupted))
    database = sqlite3.connect(run / RESULTS)
    assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    assert database.execute("PRAGMA foreign_key_check").fetchall() == []
    database.close()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_the_run_in_order_and_says_how_to_go_on(
    tmp_path: Path, number: signal.Signals
) -> None:
    run = tmp_path / "stopped"
    process = start("run", "grid", *PLAN, "--out", str(run), "--workers", "2")
    until(run, process, 5, 60)
    family = psutil.Process(process.pid).children(recursive=True)
    sent = time.monotonic()
    process.send_signal(number)
    said, _ = process.communicate(timeout=60)
    assert time.monotonic() - sent < 5
    assert process.returncode == 130
    assert f"python -m frostgrid.cli.main resume {run}" in said
    # A dead process may stay a zombie where the container's first process reaps none.
    _, alive = psutil.wait_procs(family, timeout=1)
    assert not [child for child in alive if child.status() != psutil.STATUS_ZOMBIE]


def test_a_finished_run_is_not_done_again(uninterrupted: Path) -> None:
    before = table(uninterrupted)
    code, said = call("run", "grid", *PLAN, "--out", str(uninterrupted))
    assert code == 0
    assert "Nothing to do" in said
    pd.testing.assert_frame_equal(table(uninterrupted), before)

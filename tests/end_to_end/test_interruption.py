"""A run that is killed again and again ends as one that never was."""

from __future__ import annotations

import random
import signal
import sqlite3
import time
from pathlib import Path

import pandas as pd
import psutil
import pytest

from frostgrid.base.errors import FrostgridError
from runners.directory import RESULTS
from runners.status import report
from tests.end_to_end.runs import PLAN, call, start, table

KILLS = 30


def stored(run: Path) -> int:
    try:
        return report(run).stored
    except (FrostgridError, sqlite3.Error):
        return 0  # the plan or the store is just being made


def test_thirty_kills_at_random_moments_change_nothing(tmp_path: Path, uninterrupted: Path) -> None:
    run = tmp_path / "killed"
    moments = random.Random(20260)
    for kill in range(KILLS):
        before = stored(run)
        process = start("run", "grid", *PLAN, "--out", str(run), "--workers", "2")
        workers = psutil.Process(process.pid)
        # Half of the kills come at any moment of the start, half while results are stored.
        deadline = time.monotonic() + (moments.uniform(0, 4) if kill % 2 else 60)
        while time.monotonic() < deadline and (kill % 2 or stored(run) == before):
            time.sleep(0.02)
        if not kill % 2:
            time.sleep(moments.uniform(0, 0.3))
        family = workers.children(recursive=True)
        assert process.poll() is None, "the run ended before it could be killed"
        process.kill()
        process.communicate()
        _, alive = psutil.wait_procs(family, timeout=10)
        assert not alive, "a worker outlived its parent"
        assert stored(run) >= before
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
    while stored(run) < 5:
        assert process.poll() is None
        time.sleep(0.05)
    family = psutil.Process(process.pid).children(recursive=True)
    sent = time.monotonic()
    process.send_signal(number)
    said, _ = process.communicate(timeout=60)
    assert time.monotonic() - sent < 5
    assert process.returncode == 130
    assert f"frostgrid resume {run}" in said
    # A dead process may stay a zombie where the container's first process reaps none.
    _, alive = psutil.wait_procs(family, timeout=1)
    assert not [child for child in alive if child.status() != psutil.STATUS_ZOMBIE]


def test_a_finished_run_is_not_done_again(uninterrupted: Path) -> None:
    before = table(uninterrupted)
    code, said = call("run", "grid", *PLAN, "--out", str(uninterrupted))
    assert code == 0
    assert "Nothing to do" in said
    pd.testing.assert_frame_equal(table(uninterrupted), before)

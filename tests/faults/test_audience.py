"""Those who listen to a run may leave: the pipe is closed, or the terminal."""

from __future__ import annotations

import signal
import time
from pathlib import Path

import psutil

from runners.status import report
from tests.end_to_end.runs import start
from tests.faults.figures import figures
from tests.faults.runs import cheap, duplicated, gone, stored


def test_a_run_whose_output_nobody_reads_goes_on_to_its_end(tmp_path: Path) -> None:
    found = figures("output closed at the other end")
    run = tmp_path / "run"
    process = start("run", "grid", *cheap("0-4", "0-1"), "--out", str(run))
    assert process.stdout is not None
    process.stdout.close()
    assert process.wait(600) == 0
    assert len(stored(run)) == 60
    found.tries += 1
    found.duplicated += duplicated(run)


def test_a_run_whose_terminal_is_closed_stops_in_order(tmp_path: Path) -> None:
    found = figures("terminal closed (SIGHUP)")
    run = tmp_path / "run"
    process = start("run", "grid", *cheap("0-399", "0-19"), "--out", str(run))
    while not stored(run):
        assert process.poll() is None, process.communicate()[0]
        time.sleep(0.01)
    family = psutil.Process(process.pid).children(recursive=True)
    sent = time.monotonic()
    process.send_signal(signal.SIGHUP)
    said, _ = process.communicate(timeout=60)
    assert process.returncode == 130, said
    orphans, _ = gone(family, run)
    found.tries += 1
    found.took(time.monotonic() - sent)
    found.orphans += orphans
    assert orphans == 0
    assert not report(run).running

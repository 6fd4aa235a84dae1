"""A wall clock that steps by an hour either way and to 1970 decides nothing."""

from __future__ import annotations

import os
import time
from pathlib import Path

import frostgrid
from tests.end_to_end.runs import call, start, table
from tests.faults.figures import figures
from tests.faults.runs import cheap, duplicated, lost, stored

STEPPING = str(Path(__file__).parent / "clock")


def test_results_are_the_same_under_a_clock_that_steps(tmp_path: Path) -> None:
    found = figures("wall clock stepping +1 h, -1 h and to 1970 at every look")
    stepping = {"PYTHONPATH": os.pathsep.join((STEPPING, os.environ.get("PYTHONPATH", "")))}
    run, steady = tmp_path / "stepping", tmp_path / "steady"
    plan = cheap("0-4", "0-1")
    process = start("run", "grid", *plan, "--out", str(run), **stepping)
    while not (before := stored(run)):
        assert process.poll() is None, process.communicate()[0]
        time.sleep(0.01)
    process.kill()
    process.communicate()
    code, said = call("resume", str(run), **stepping)
    assert code == 0, said
    code, said = call("status", str(run), **stepping)
    assert code == 0, said
    code, said = call("run", "grid", *plan, "--out", str(steady))
    assert code == 0, said
    frame = frostgrid.open(run).frame()
    assert frame["finished"].min() < 1e9 < frame["finished"].max(), "the clock did not step"
    assert frame[["fit_seconds", "predict_seconds", "cpu_seconds"]].min().min() >= 0
    assert table(run).equals(table(steady))
    found.tries += len(frame)
    found.lost += lost(before, stored(run))
    found.duplicated += duplicated(run)
    assert (found.lost, found.duplicated) == (0, 0)

"""Several processes that want the same run directory, and a lock whose holder died."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from tests.end_to_end.runs import call, start
from tests.faults.figures import figures
from tests.faults.runs import cheap, duplicated, lost, stored


@pytest.mark.parametrize("runners", [2, pytest.param(8, marks=pytest.mark.slow)])
def test_one_of_several_runners_works_and_the_others_are_refused(
    tmp_path: Path, runners: int
) -> None:
    found = figures(f"{runners} runners on one directory")
    run = tmp_path / "run"
    plan = cheap("0-9", "0-19")
    processes = [start("run", "grid", *plan, "--out", str(run)) for _ in range(runners)]
    ends = [(p.communicate(timeout=600)[0], p.returncode) for p in processes]
    winners = [said for said, code in ends if code == 0]
    assert len(winners) == 1, ends
    for said, code in ends:
        assert code == 0 or (code == 1 and "is being written by process" in said)
    found.tries += 1
    found.duplicated += duplicated(run)
    found.notes["refused"] = str(runners - 1)
    assert len(stored(run)) == 1200
    assert found.duplicated == 0


def test_the_lock_of_a_dead_process_is_void_and_that_is_said(tmp_path: Path) -> None:
    found = figures("lock of a process killed by kill -9")
    run = tmp_path / "run"
    process = start("run", "grid", *cheap("0-4", "0-4"), "--out", str(run))
    while not (before := stored(run)):
        assert process.poll() is None, process.communicate()[0]
        time.sleep(0.005)
    process.kill()
    process.communicate()
    assert (run / "lock").read_text().startswith(f"{process.pid} on ")
    code, said = call("resume", str(run))
    assert code == 0, said
    assert f"The last session, process {process.pid} on" in said
    assert "did not end in order; its lock is void" in said
    code, said = call("resume", str(run))
    assert "did not end in order" not in said
    found.tries += 1
    found.lost += lost(before, stored(run))
    found.duplicated += duplicated(run)
    assert (found.lost, found.duplicated) == (0, 0)

"""One thread per fit, measured from the kernel's counts in a process set up like a worker."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from runners.availability import availability
from runners.engine.process import THREAD_CAPS
from runners.learner import Learner
from runners.registry import learners

ALLOWANCE = 1.1
"""Processor seconds per second of wall time: one thread and what the interpreter does beside it."""


@pytest.fixture(scope="module")
def measured() -> dict[str, dict[str, float]]:
    probe = Path(__file__).with_name("thread_probe.py")
    done = subprocess.run(
        [sys.executable, str(probe)],
        env=os.environ | THREAD_CAPS,
        capture_output=True,
        text=True,
        check=True,
    )
    found: dict[str, dict[str, float]] = json.loads(done.stdout.splitlines()[-1])
    return found


@pytest.mark.parametrize(
    "learner",
    [x for x in learners() if x.name != "misbehaving" and availability(x).available],
    ids=lambda found: found.name,
)
def test_a_learner_keeps_to_one_thread(
    learner: Learner, measured: dict[str, dict[str, float]]
) -> None:
    found = measured[learner.name]
    assert found["ratio"] <= ALLOWANCE
    # Some packages compute in one thread of their own while the caller's waits.
    assert found["most"] <= found["before"] + 1

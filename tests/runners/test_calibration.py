"""Rates of a machine: measured once a day, by processor time, in a process of their own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import psutil
import pytest

from runners import calibration
from runners.calibration import REFERENCE, Calibration, Rates, calibrating, known, measure
from runners.environment import machine


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return tmp_path / "frostgrid" / "calibration"


def keep(facts: dict[str, Any]) -> Path:
    path = calibration._path(facts)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps({"rates": {"product": 1, "memory": 2, "tree": 3}, "measured": 5.0}))
    return path


def test_a_machine_with_the_reference_rates_has_score_one_and_one_twice_as_fast_two() -> None:
    assert REFERENCE.score == pytest.approx(1.0)
    twice = Rates(2 * REFERENCE.product, 2 * REFERENCE.memory, 2 * REFERENCE.tree)
    assert twice.score == pytest.approx(2.0)
    # A geometric mean: which of the rates is four times as high does not matter.
    assert Rates(4 * REFERENCE.product, REFERENCE.memory, REFERENCE.tree).score == pytest.approx(
        4 ** (1 / 3)
    )


def test_measuring_takes_the_processor_time_asked_for_and_finds_rates() -> None:
    start = time.process_time()
    rates = measure(0.3)
    assert time.process_time() - start >= 0.3
    assert min(rates.product, rates.memory, rates.tree) > 0


def test_rates_are_kept_for_this_machine_and_a_day(cache: Path) -> None:
    facts = machine()
    assert known(facts) is None
    path = keep(facts)
    assert path.parent == cache
    assert known(facts) == Calibration(Rates(1, 2, 3), 5.0)
    assert known(facts | {"node": "another"}) is None
    os.utime(path, (time.time() - 90_000, time.time() - 90_000))
    assert known(facts) is None


def test_a_machine_is_the_same_however_often_one_asks() -> None:
    assert machine() == machine()


@pytest.mark.usefixtures("cache")
def test_measuring_beside_a_block_ends_with_it_and_is_not_done_twice(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    facts = machine()
    with calibrating(facts):
        (process,) = psutil.Process().children()
    assert not process.is_running()
    assert known(facts) is None
    keep(facts)
    monkeypatch.setattr(calibration, "_process", lambda: pytest.fail("measured again"))
    with calibrating(facts):
        assert known(facts) is not None


@pytest.mark.slow
def test_the_command_measures_once_and_tells_the_score(cache: Path) -> None:
    command = [sys.executable, "-m", "runners.calibration"]
    environment = os.environ | {"XDG_CACHE_HOME": str(cache.parents[1])}
    said = [
        subprocess.run(command, capture_output=True, text=True, check=True, env=environment).stdout
        for _ in range(2)
    ]
    assert said[0] == said[1]
    assert json.loads(said[0])["score"] > 0
    found = known(machine())
    assert found is not None
    assert found.rates.score == pytest.approx(json.loads(said[0])["score"], abs=1e-4)

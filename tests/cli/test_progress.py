"""How far a run is, while it goes on."""

from __future__ import annotations

import io
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from rich.console import Console

from frostgrid.cli import status
from frostgrid.cli.progress import shown
from runners.ahead import Ahead
from runners.cost.forecast import Forecast, Misfit
from runners.status import Report


def test_a_resumed_run_is_counted_from_what_is_stored(capsys: pytest.CaptureFixture[str]) -> None:
    with shown(total=10, stored=7, failed=2, left=lambda left: f"{left} left") as report:
        report(2, 1)
        report(1, 0)
    said = capsys.readouterr().out
    assert said.startswith("10 of 10 evaluations")
    assert "0 left, 3 failed" in said


def test_a_failure_that_a_retry_mends_is_counted_no_more(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with shown(total=1, stored=0, failed=5, left=str) as report:
        report(1, -1)
    said = capsys.readouterr().out
    assert said.startswith("1 of 1 evaluation,")
    assert "4 failed" in said


def terminal(monkeypatch: pytest.MonkeyPatch, module: str) -> io.StringIO:
    out = io.StringIO()
    made = Console(file=out, force_terminal=True, width=120, height=40)
    monkeypatch.setattr(sys.modules[module], "console", lambda: made)
    return out


def test_the_bar_of_a_resumed_run_starts_from_what_is_stored(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    out = terminal(monkeypatch, "frostgrid.cli.progress")
    with shown(total=10, stored=7, failed=3, left=str):
        pass
    assert "7/10" in out.getvalue()
    assert "3 failed" in out.getvalue()
    assert "0/10" not in out.getvalue()


def test_a_watched_status_is_redrawn_in_place_until_the_run_ends(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    out = terminal(monkeypatch, "frostgrid.cli.status")
    ended = Report(20, 10, 9, {}, (), False, None, tmp_path / "results.sqlite")
    states = [replace(ended, stored=stored, running=True, rate=0.01) for stored in (4, 5)]
    monkeypatch.setattr(status, "report", lambda _: states.pop(0) if states else ended)
    forecast = Forecast(1000.0, 500.0, 2000.0, (), (Misfit("ranger", "iris", 5, 4.6),))
    monkeypatch.setattr(status, "ahead", lambda _: Ahead(forecast, 2.0, 60.0))
    monkeypatch.setattr(status, "_PAUSE", 0.0)
    assert status.status(tmp_path, watch=True) == 0
    said = out.getvalue()
    assert "4 of 10" in said
    assert "8 min 20 s (4 min 10 s to 16 min 40 s) to go" in said  # half of the work: 2 workers
    assert "About 5 evaluations to come will not fit the time limit of 1m" in said
    assert said.count("\x1b[1A") >= 2  # up over what stood there
    assert said.rindex("9 of 10") > said.rindex("5 of 10")

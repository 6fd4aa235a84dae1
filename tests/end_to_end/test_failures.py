"""Why evaluations failed, and how to try them again."""

from __future__ import annotations

import shutil
import sqlite3
from pathlib import Path

import pytest

from frostgrid.cli.main import main
from frostgrid.cli.summary import MOST
from runners.directory import RESULTS
from runners.evaluation import Status
from runners.failures import failures

SCORES = ", ".join(
    f"{name} = NULL"
    for name in (
        *("accuracy", "accuracy_argmax", "auc", "auc_ovr", "auc_classes", "log_loss", "brier"),
        *("balanced_accuracy", "f1_macro", "f1_weighted", "confusion"),
    )
)


@pytest.fixture
def failed(uninterrupted: Path, tmp_path: Path) -> Path:
    """A copy of the run in which evaluations have failed for seven reasons."""
    run = tmp_path / "a run"
    shutil.copytree(uninterrupted, run)
    database = sqlite3.connect(run / RESULTS)
    keys = [key for (key,) in database.execute("SELECT key FROM evaluation WHERE status = 'ok'")]

    def fail(count: int, status: str, reason: str) -> None:
        for turn in range(count):
            database.execute(
                f"UPDATE evaluation SET status = ?, reason = ?, {SCORES} WHERE key = ?",
                (status, reason.format(turn), keys.pop()),
            )

    with database:
        fail(9, "timeout", "longer than the time limit of 60 s")
        fail(7, "error", "RError: column {} is odd [1]")
        for reason, count in zip("abcde", range(5, 0, -1), strict=True):
            fail(count, "crash", f"the worker died: {reason}")
    database.close()
    return run


def test_reasons_are_counted_most_frequent_first_whatever_numbers_they_name(failed: Path) -> None:
    found = failures(failed / RESULTS)
    assert [failure.rows for failure in found] == [9, 7, 5, 4, 3, 2, 1]
    assert [failure.status for failure in found[:3]] == [
        Status.TIMEOUT,
        Status.ERROR,
        Status.CRASH,
    ]
    assert found[1].reason.startswith("RError: column ")
    assert all(failure.learners for failure in found)


def test_status_tells_the_most_frequent_reasons_and_the_command_to_try_again(
    failed: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["status", str(failed)]) == 0
    said = capsys.readouterr().out
    assert f"Why 31 evaluations failed, the {MOST} most frequent of 7:" in said
    assert "longer than the time limit of 60 s" in said
    assert "is odd [1]" in said
    assert "the worker died: c" in said
    assert "the worker died: d" not in said
    (line,) = (line for line in said.splitlines() if line.startswith("Try them again: "))
    assert line.endswith(f" retry '{failed}' --status crash error timeout --time-limit 2m")


def test_a_run_without_failures_tells_of_none(
    uninterrupted: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["status", str(uninterrupted)]) == 0
    said = capsys.readouterr().out
    assert "failed" not in said
    assert "retry" not in said

"""Nothing that is there once is spoken of in the plural."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

import frostgrid
from frostgrid.cli.main import main
from runners.directory import RESULTS

# A thing that is counted by its word: "1 rows", "1 damaged rows"; not "0-1 rows" and "11 rows".
_PLURAL = re.compile(r"(?<![\d.,-])1 (?:\w+ )?(?:row|evaluation|finding|dataset|split|learner)s\b")
_MORE = re.compile(r"(?<![\d.,-])1 (?:\w+ )?(?:worker|conflict|group|check)s\b")


def test_a_run_of_one_evaluation_is_spoken_of_in_the_singular(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = ["--datasets", "iris", "--learners", "sklearn_dummy", "--rows", "0", "--splits", "0"]
    one = tmp_path / "one"
    every = ["run", "grid", *asked, "--workers", "1", "--keep-predictions"]
    assert main([*every, "--dry-run"]) == 0
    assert main([*every, "--out", str(one)]) == 0
    for arguments in (
        ["status", str(one)],
        ["resume", str(one)],
        ["export", str(one), "--to", str(tmp_path / "one.csv")],
        ["verify", str(one), "--sample", "1", "--workers", "1"],
        ["rescore", str(one), "--metric", "accuracy"],
        ["mend", str(one)],
        ["merge", str(one), "--out", str(tmp_path / "out")],
    ):
        assert main(arguments) == 0
    with closing(sqlite3.connect(one / RESULTS)) as database, database:
        database.execute("UPDATE evaluation SET log_loss = log_loss + 1")
    assert main(["verify", str(one)]) == 1
    assert main(["merge", str(one), "--out", str(tmp_path / "out")]) == 3
    assert main(["mend", str(one)]) == 0
    assert main(["status", str(one)]) == 0
    said = capsys.readouterr()
    for text in (
        "1 dataset x 1 split x 1 learner x 1 row = 1 evaluation,",
        "1 evaluation, 1 of them different; 1 to run on 1 worker.",
        "1 of 1 evaluation, ",
        "Stored 1 evaluation in",
        "Stored: 1 of 1 different evaluation (1 planned)",
        "1 of 1 evaluation done in",
        "1 row in",
        "1 row, no findings, 1 made again.",
        "Rescored: 1 evaluation;",
        "Taken: 1 row; there now: 1 of 1 evaluation.",
        "1 finding in 1 row.",
        "Left out: 1 damaged row.",
        "Stored: 0 of 1 different evaluation",
    ):
        assert text in said.out
    for pattern in (_PLURAL, _MORE):
        assert pattern.findall(said.out + said.err) == []
    assert repr(frostgrid.open(tmp_path / "out")) == "Results(1 row: 1 dataset, 1 learner)"

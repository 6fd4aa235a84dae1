"""Shards that are made apart and merged are the run that is made in one go."""

from __future__ import annotations

from pathlib import Path

import pandas as pd

from runners.directory import PLAN
from runners.plan import read_plan
from runners.status import report
from tests.end_to_end.runs import call, table

WHOLE = (
    *("--suite", "demo", "--datasets", "iris", "hepatitis", "--rows", "0-4", "--splits", "0-3"),
    *("--learners", "sklearn_decision_tree", "sklearn_gaussian_nb"),
)


def test_two_shards_merged_equal_one_run(tmp_path: Path) -> None:
    whole = tmp_path / "whole"
    code, said = call("run", "grid", *WHOLE, "--out", str(whole))
    assert code == 0, said
    parts = [tmp_path / "one", tmp_path / "two"]
    for number, part in enumerate(parts, start=1):
        code, said = call("run", "grid", *WHOLE, "--out", str(part), "--shard", f"{number}/2")
        assert code == 0, said
    first, second = (report(part) for part in parts)
    assert 0 < first.effective < report(whole).effective
    assert first.effective + second.effective == report(whole).effective
    assert first.pending == second.pending == 0
    code, said = call("merge", *map(str, parts), "--out", str(tmp_path / "merged"))
    assert code == 0, said
    assert read_plan(tmp_path / "merged" / PLAN) == read_plan(whole / PLAN)
    pd.testing.assert_frame_equal(table(tmp_path / "merged"), table(whole))
    code, said = call("resume", str(tmp_path / "merged"))
    assert code == 0
    assert "Nothing to do" in said


def test_one_shard_merged_alone_is_gone_on_with_as_the_whole(tmp_path: Path) -> None:
    code, said = call("run", "grid", *WHOLE, "--out", str(tmp_path / "one"), "--shard", "1/2")
    assert code == 0, said
    code, said = call("merge", str(tmp_path / "one"), "--out", str(tmp_path / "out"))
    assert code == 0
    assert "resume" in said
    assert report(tmp_path / "out").pending > 0


def test_another_shard_in_the_same_folder_is_refused(tmp_path: Path) -> None:
    out = ("--out", str(tmp_path / "one"))
    small = ("--datasets", "iris", "--rows", "0-3", "--splits", "0-3", "--learners", "sklearn_knn")
    assert call("run", "grid", *small, *out, "--shard", "1/2")[0] == 0
    code, said = call("run", "grid", *small, *out, "--shard", "2/2")
    assert code == 1
    assert "shard: 1/2 stored, 2/2 asked" in said
    code, said = call("run", "grid", *small, *out, "--shard", "3/2")
    assert code == 1
    assert "'3/2' is no shard" in said

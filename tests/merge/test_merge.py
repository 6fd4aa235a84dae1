"""Merged runs: no order, no repetition and no kill changes what comes of them."""

from __future__ import annotations

import csv
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import closing
from dataclasses import replace
from itertools import permutations
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from frostgrid.base.errors import FrostgridError
from frostgrid.cli.main import main
from runners.directory import PLAN, RESULTS
from runners.evaluation import Evaluation
from runners.merge.merge import Merged, merge
from runners.plan import read_plan
from runners.run import create
from runners.status import report
from runners.store.predictions import FOLDER, Predicted, read_predictions, write_predictions
from tests.merge.synthetic import LIMITS, contents, failure, keys, part, plan, run, success

Results = dict[str, tuple[Evaluation, int, float]]


def joined(directories: Sequence[Path], out: Path) -> Merged:
    return merge(directories, out, lambda _: None)


@st.composite
def results(draw: st.DrawFn, changes: tuple[float, ...]) -> Results:
    """Some of six evaluations, failed or done, with scores that differ by one of ``changes``."""
    found: Results = {}
    for key in draw(st.sets(st.sampled_from(keys()[:6]))):
        ok = draw(st.booleans())
        evaluation = success(key, draw(st.sampled_from(changes))) if ok else failure(key)
        found[key] = evaluation, draw(st.integers(1, 3)), float(draw(st.integers(1, 9)))
    return found


ALIKE, UNLIKE = (0.0, 1e-9), (0.0, 0.1)
FEW = settings(max_examples=10, deadline=None, suppress_health_check=list(HealthCheck))


@FEW
@given(st.lists(results(UNLIKE), min_size=2, max_size=3))
def test_no_order_changes_a_merge_and_merging_again_changes_nothing(found: list[Results]) -> None:
    with TemporaryDirectory() as folder:
        root = Path(folder)
        runs = [run(root / f"run{i}", one) for i, one in enumerate(found)]
        outcomes = []
        for number, order in enumerate(permutations(runs)):
            out = root / f"out{number}"
            first = joined(order, out)
            outcomes.append(contents(out))
            again = joined(order, out)
            assert (again.taken, again.conflicts) == (0, first.conflicts)
            assert contents(out) == outcomes[-1]
        assert all(outcome == outcomes[0] for outcome in outcomes)


@FEW
@given(results(ALIKE), results(ALIKE), results(ALIKE))
def test_merging_in_steps_is_merging_at_once(a: Results, b: Results, c: Results) -> None:
    with TemporaryDirectory() as folder:
        root = Path(folder)
        one, two, three = (run(root / f"r{i}", found) for i, found in enumerate((a, b, c)))
        joined([one, two, three], root / "at_once")
        joined([one, two], root / "ab")
        joined([root / "ab", three], root / "ab_c")
        joined([two, three], root / "bc")
        joined([one, root / "bc"], root / "a_bc")
        assert contents(root / "ab_c") == contents(root / "a_bc") == contents(root / "at_once")


def test_a_run_merged_with_itself_is_itself(tmp_path: Path) -> None:
    found = {key: (success(key), 1, 5.0) for key in keys()[::2]}
    one = run(tmp_path / "one", found | {keys()[1]: (failure(keys()[1]), 2, 6.0)})
    joined([one, one], tmp_path / "out")
    assert contents(tmp_path / "out") == contents(one)
    assert read_plan(tmp_path / "out" / PLAN) == read_plan(one / PLAN)
    assert not (tmp_path / "out" / "conflicts.csv").exists()


def test_disagreement_is_told_and_settled_by_no_run(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    key, other = keys()[:2]
    one = run(tmp_path / "one", {key: (success(key), 1, 1.0), other: (success(other), 1, 1.0)})
    two = run(tmp_path / "two", {key: (success(key, 0.1), 1, 2.0)}, node="two")
    out = tmp_path / "out"
    code = main(["merge", str(one), str(two), "--out", str(out)])
    said = capsys.readouterr()
    assert code == 3
    assert f"different results in {one}, {two}" in said.err
    assert f"resume {out}" in said.out
    assert contents(out).keys() == {other}
    with (out / "conflicts.csv").open(newline="") as file:
        lines = list(csv.DictReader(file))
    assert [(line["key"], line["run"], line["machine"]) for line in lines] == [
        (key, str(one), "one"),
        (key, str(two), "two"),
    ]
    assert float(lines[0]["log_loss"]) != float(lines[1]["log_loss"])


def test_a_success_that_the_target_has_made_itself_stays(tmp_path: Path) -> None:
    key = keys()[0]
    one = run(tmp_path / "one", {key: (success(key), 1, 1.0)})
    two = run(tmp_path / "two", {key: (success(key, 0.1), 1, 2.0)})
    out = run(tmp_path / "out", {key: (success(key, 0.2), 1, 3.0)})
    before = contents(out)
    assert joined([one, two], out).conflicts == 1
    assert contents(out) == before


def test_a_damaged_row_is_named_and_left_out(tmp_path: Path) -> None:
    key, other = keys()[:2]
    one = run(tmp_path / "one", {k: (success(k), 1, 1.0) for k in (key, other)})
    with closing(sqlite3.connect(one / RESULTS)) as db:
        db.execute("UPDATE evaluation SET auc = 0.99 WHERE key = ?", (bytes.fromhex(key),))
        db.commit()
    said: list[str] = []
    found = merge([one], tmp_path / "out", said.append)
    assert (found.taken, found.damaged) == (1, 1)
    assert contents(tmp_path / "out").keys() == {other}
    assert len(said) == 1
    assert "damaged row" in said[0]
    assert "of iris" in said[0]


def test_the_merged_plan_holds_what_any_run_planned(tmp_path: Path) -> None:
    iris = plan().datasets[0]
    few = part(rows=(0, 1), datasets=(replace(iris, splits=iris.splits[:2]),))
    more = part(rows=(1, 3), learners=plan().learners[:1])
    one, two = run(tmp_path / "one", {}, few), run(tmp_path / "two", {}, more)
    joined([one, two], tmp_path / "out")
    found, _ = read_plan(tmp_path / "out" / PLAN)
    assert found.rows == (0, 1, 3)
    assert found.learners == plan().learners
    assert [split.index for split in found.datasets[0].splits] == [0, 1, 2]
    # One asks for 2 learners x 2 splits x 2 rows, the other for 1 x 3 x 2; both for row 1 of one.
    assert report(tmp_path / "out").evaluations == 8 + 6 - 2


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"seed": 9}, "seed is"),
        ({"subset": "first:8"}, "subset is"),
        ({"keep_predictions": True}, "keep_predictions is False and True"),
        ({"software": {"numpy": "0.1"}}, "numpy is .* and 0.1"),
    ],
)
def test_runs_that_are_no_parts_of_one_run_are_refused_in_one_line(
    tmp_path: Path, changed: dict[str, Any], message: str
) -> None:
    one, two = run(tmp_path / "one", {}), run(tmp_path / "two", {}, part(**changed))
    with pytest.raises(FrostgridError, match=message):
        joined([one, two], tmp_path / "out")
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"digest": "0" * 64}, "the data of iris is another"),
        ({"name": "fleur"}, "iris and fleur are the same data under two names"),
    ],
)
def test_other_data_is_refused_by_name(
    tmp_path: Path, changes: dict[str, Any], message: str
) -> None:
    one = run(tmp_path / "one", {})
    other = replace(plan(), datasets=(replace(plan().datasets[0], **changes),))
    create(tmp_path / "two", other, LIMITS)
    with pytest.raises(FrostgridError, match=message):
        joined([one, tmp_path / "two"], tmp_path / "out")


def test_predictions_come_with_the_rows_that_count_and_with_no_others(tmp_path: Path) -> None:
    kept = part(keep_predictions=True)
    a, b, c = keys()[:3]

    def made(name: str, shade: float, moments: dict[str, float]) -> Path:
        found = {key: (success(key), 1, finished) for key, finished in moments.items()}
        directory = run(tmp_path / name, found, kept, node=name)
        rows, codes = np.arange(3, dtype=np.int32), np.zeros(3, np.int32)
        prob = np.full((3, 2), shade)
        write_predictions(
            directory / FOLDER, [Predicted(key, rows, codes, codes, prob) for key in moments]
        )
        return directory

    one = made("one", 0.25, {a: 1.0, b: 9.0})
    two = made("two", 0.75, {a: 5.0, b: 2.0, c: 3.0})
    for order in ((one, two), (two, one)):
        out = tmp_path / f"out_{order[0].name}"
        joined(order, out)
        joined(order, out)  # the second time all is there
        found = [(p.key, float(p.prob[0, 0])) for p in read_predictions(out / FOLDER)]
        assert sorted(found) == sorted([(a, 0.25), (b, 0.75), (c, 0.75)])


def test_a_run_that_has_not_begun_adds_its_plan_only(tmp_path: Path) -> None:
    one = run(tmp_path / "one", {keys()[0]: (success(keys()[0]), 1, 1.0)})
    create(tmp_path / "two", plan(), LIMITS)
    assert joined([one, tmp_path / "two"], tmp_path / "out").taken == 1


@pytest.mark.slow
def test_a_merge_that_is_killed_is_simply_called_again(tmp_path: Path) -> None:
    one = run(tmp_path / "one", {key: (success(key), 1, 1.0) for key in keys()})
    joined([one], tmp_path / "whole")
    out = tmp_path / "out"
    command = [sys.executable, "-m", "frostgrid.cli.main", "merge", str(one), "--out", str(out)]
    for pause in np.linspace(0.5, 3.0, 8):
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(float(pause))
        process.send_signal(signal.SIGKILL)
        process.wait()
    assert subprocess.run(command, stdout=subprocess.DEVNULL, check=False).returncode == 0
    assert contents(out) == contents(tmp_path / "whole")

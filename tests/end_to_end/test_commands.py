"""The commands on a finished run, and what they say to bad requests."""

from __future__ import annotations

import json
import re
import shutil
import sqlite3
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from pathlib import Path

import duckdb
import pandas as pd
import pyarrow as pa
import pytest

import frostgrid
from frostgrid import Results
from frostgrid.base.errors import FrostgridError
from frostgrid.cli.main import main
from runners.directory import PLAN as PLAN_FILE
from runners.directory import RESULTS
from runners.plan import read_plan, write_plan
from runners.registry import learners
from runners.store.table import COLUMNS
from suites.entry import Entry, entry_names
from suites.parse import EXACT
from tests.end_to_end.runs import LEARNERS, PLAN, ROWS, call, table


def test_status_agrees_with_the_store(
    uninterrupted: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["status", str(uninterrupted), "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    database = sqlite3.connect(uninterrupted / RESULTS)
    counts = dict(database.execute("SELECT status, count(*) FROM evaluation GROUP BY 1"))
    database.close()
    assert said["by_status"] == counts
    assert said["stored"] == said["effective"] == sum(counts.values())
    assert said["evaluations"] == ROWS
    assert (said["pending"], said["running"]) == (0, False)
    total: Counter[str] = Counter()
    for learner in said["learners"]:
        total.update(learner["by_status"])
    assert total == Counter(counts)


def test_status_tells_what_is_left_of_a_run(
    uninterrupted: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run = tmp_path / "part"
    shutil.copytree(uninterrupted, run)
    database = sqlite3.connect(run / RESULTS)
    with database:
        database.execute(
            "DELETE FROM evaluation WHERE task IN (SELECT id FROM task"
            " WHERE learner = 'ranger' AND dataset = 'iris' AND split < 4)"
        )
    database.close()
    assert main(["status", str(run), "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert said["pending"] == 4 * 5
    (left,) = [budget for budget in said["budgets"] if budget["evaluations"]]
    assert (left["learner"], left["evaluations"]) == ("ranger", 20)
    assert 0 < left["low"] < left["expected"] < left["high"]
    assert said["seconds_to_come"]["expected"] == pytest.approx(left["expected"])
    assert said["will_not_fit"] == []
    assert main(["status", str(run)]) == 0
    assert "to go on one worker" in capsys.readouterr().out


def test_an_unknown_order_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["run", "grid", *PLAN, "--dry-run", "--order", "longest"]) == 1
    assert "did you mean longest-first?" in capsys.readouterr().err


def test_every_export_holds_the_same_rows(
    uninterrupted: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    frame = frostgrid.open(uninterrupted).frame()
    assert len(frame) == ROWS
    assert tuple(frame.columns) == COLUMNS
    place = ["dataset", "split", "learner", "config"]
    assert not frame.duplicated(place).any()
    for ending in ("parquet", "csv", "duckdb"):
        assert main(["export", str(uninterrupted), "--to", str(tmp_path / f"r.{ending}")]) == 0
        opened = frostgrid.open(tmp_path / f"r.{ending}").frame()
        pd.testing.assert_frame_equal(opened, frame)
        assert main(["verify", str(tmp_path / f"r.{ending}")]) == 0
    assert capsys.readouterr().out.count(f"{ROWS} rows") == 2 * 3
    csv = pd.read_csv(tmp_path / "r.csv", float_precision=EXACT)
    assert list(csv["auc"].fillna(-1)) == list(frame["auc"].fillna(-1))
    with duckdb.connect(str(tmp_path / "r.duckdb"), read_only=True) as database:
        assert database.execute("SELECT count(*), sum(auc) FROM results").fetchall() == [
            (ROWS, pytest.approx(frame["auc"].sum()))
        ]
        assert database.execute("SELECT count(*) FROM environment").fetchall() == [(1,)]
    first = (tmp_path / "r.parquet").read_bytes()
    main(["export", str(uninterrupted), "--to", str(tmp_path / "r.parquet")])
    assert (tmp_path / "r.parquet").read_bytes() == first


def test_a_matrix_has_a_row_per_dataset_and_a_column_per_configuration(
    uninterrupted: Path,
) -> None:
    results = frostgrid.open(uninterrupted)
    matrix = results.matrix("auc")
    frame = results.frame()
    cell = frame[
        (frame["dataset"] == "iris") & (frame["learner"] == "ranger") & (frame["config"] == 3)
    ]
    assert matrix.loc["iris", ("ranger", "frostgrid/ranger", 3)] == pytest.approx(
        cell["auc"].mean()
    )
    configs = results.configs("ranger")
    assert list(configs.index) == [0, 1, 2, 3, 4]
    assert configs.loc[0, "num.trees"] == 500
    assert results.coverage().loc[("iris", "ranger"), "ok"] == 50


def test_a_cell_of_the_matrix_that_lacks_a_split_of_others_is_missing(uninterrupted: Path) -> None:
    frame = frostgrid.open(uninterrupted).frame().astype({"status": str})
    of = {name: frame["dataset"] == name for name in ("iris", "hepatitis")}
    late = of["iris"] & (frame["learner"] == "ranger") & (frame["config"] == 3)
    frame.loc[late & (frame["split"] == 7), "status"] = "timeout"
    frame.loc[of["hepatitis"] & (frame["split"] == 2), "auc"] = float("nan")  # of every cell
    whole = frostgrid.open(uninterrupted).matrix("auc").to_dict("index")
    part = Results(pa.Table.from_pandas(frame)).matrix("auc").to_dict("index")
    lacking = {cell for cell, mean in part["iris"].items() if pd.isna(mean)}
    assert lacking - {cell for cell, mean in whole["iris"].items() if pd.isna(mean)} == {
        ("ranger", "frostgrid/ranger", 3)
    }
    other = ("ranger", "frostgrid/ranger", 2)
    assert part["iris"][other] == whole["iris"][other]
    rows = frame[of["hepatitis"] & (frame["learner"] == "rpart") & (frame["config"] == 1)]
    assert rows["auc"].count() == 9
    assert part["hepatitis"][("rpart", "frostgrid/rpart", 1)] == pytest.approx(rows["auc"].mean())


def test_environments_and_machines_are_told_alike_by_a_run_and_by_its_parquet_file(
    uninterrupted: Path, tmp_path: Path
) -> None:
    run = frostgrid.open(uninterrupted)
    assert main(["export", str(uninterrupted), "--to", str(tmp_path / "r.parquet")]) == 0
    file = frostgrid.open(tmp_path / "r.parquet")
    assert file.environments() == run.environments()
    assert file.machines() == run.machines()
    frame = file.frame()
    assert set(file.environments()) == set(frame["environment"])
    (environment,), (machine,) = run.environments().values(), run.machines().values()
    assert environment["packages"]["lightgbm"]
    assert machine["memory"] > 1e8
    with pytest.raises(FrostgridError, match="does not say what its machines are; open the run"):
        Results(file.table.replace_schema_metadata(None)).machines()


def test_results_are_shown_in_one_line(uninterrupted: Path) -> None:
    said = repr(frostgrid.open(uninterrupted))
    assert said == f"Results({ROWS} rows: 2 datasets, {len(LEARNERS)} learners)"


def test_a_learner_that_is_not_applicable_has_rows_and_no_scores(uninterrupted: Path) -> None:
    if "gbm" not in LEARNERS:
        pytest.skip("gbm, which refuses the three classes of iris, is not available here")
    results = frostgrid.open(uninterrupted)
    matrix = results.matrix("auc")
    assert "gbm" not in matrix.loc["iris"].dropna().index.get_level_values("learner")
    assert matrix.loc["hepatitis"].dropna()["gbm"].min() > 0.5
    coverage = results.coverage()
    assert coverage.loc[("iris", "gbm"), "not_applicable"] == 50
    assert coverage.loc[("hepatitis", "gbm"), "ok"] == 50


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["run", "grid", "--out", "x", "--learners", "rangr"], "did you mean ranger"),
        (["run", "grid", "--out", "x", "--suite", "dmeo"], "did you mean demo?"),
        (["run", "grid", "--out", "x", "--datasets", "irsi"], "did you mean iris?"),
        (["run", "grid", "--out", "x", "--rows", "0-5000"], "the last is 1000"),
        (["run", "grid", "--out", "x", "--splits", "0-20"], "the last is 19"),
        (["run", "grid", "--out", "x", "--rows", "many"], "write 0-4,7"),
        (["run", "grid", "--out", "x", "--time-limit", "soon"], "write 60s"),
        (["run", "grid", "--out", "x", "--memory-limit", "4 elephants"], "write 4GB"),
        (["run", "grid", "--out", "x", "--protocol", "jackknife"], "bootstrap"),
        (["run", "grid", "--out", "x", "--workers", "0"], "1 or more"),
        (["run", "grid"], "--out is missing"),
        (["run", "grid", "--out", "x", "--suite", ""], "the name of the suite is empty"),
        (["run", "grid", "--out", "x", "--suite", "x.csv"], "x.csv does not exist"),
        (["run", "grid", "--out", "x", "--learners", ""], "--learners is empty"),
        (["run", "grid", "--out", "x", "--datasets", ","], "--datasets is empty"),
        (["run", "grid", "--out", "x", "--memory-limit", "50MB"], "takes nearly 200 MB"),
        (["retry", "nowhere", "--status", ""], "--status is empty"),
        (["resume", "nowhere"], "holds no run"),
        (["status", "nowhere"], "holds no run"),
        (["run", "grid", "--out", "x", "--memory-limit", "9" * 400 + "GB"], "write 4GB"),
        (["export", "nowhere", "--to", "x.csv"], "does not exist"),
        (["retry", "nowhere", "--status", "late"], "status to retry"),
        (["show", "rangre"], "did you mean"),
    ],
)
def test_a_request_that_cannot_be_met_is_one_line_with_the_mend(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    arguments: list[str],
    said: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(arguments) == 1
    error = capsys.readouterr().err
    assert said in error
    assert error.count("\n") == 1
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    "arguments", [["run", "grid", "--rosw", "1"], ["nonsense"], ["retry", "x"]]
)
def test_wrong_usage_is_exit_code_2(arguments: list[str]) -> None:
    assert main(arguments) == 2


def test_another_plan_for_the_same_folder_is_refused_by_part(
    uninterrupted: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    changed = [*PLAN, "--out", str(uninterrupted)]
    changed[changed.index("0-4")] = "0-5"
    assert main(["run", "grid", *changed]) == 1
    assert "rows: 0-4 stored, 0-5 asked" in capsys.readouterr().err


def test_other_software_than_the_run_began_with_is_refused(
    uninterrupted: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run = tmp_path / "old"
    shutil.copytree(uninterrupted, run)
    database = sqlite3.connect(run / RESULTS)
    with database:
        database.execute("DELETE FROM evaluation WHERE worker = 0")  # something is left to do
    database.close()
    plan, limits = read_plan(run / PLAN_FILE)
    older = replace(plan, software={**plan.software, "lightgbm": "0.1"})
    write_plan(older, limits, run / PLAN_FILE)
    assert main(["resume", str(run)]) == 1
    assert "lightgbm: version 0.1 stored" in capsys.readouterr().err


def test_another_adapter_than_the_run_began_with_is_refused(
    uninterrupted: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run = tmp_path / "old"
    shutil.copytree(uninterrupted, run)
    (run / RESULTS).unlink()
    plan, limits = read_plan(run / PLAN_FILE)
    first = replace(plan.learners[0], adapter=99)
    write_plan(replace(plan, learners=(first, *plan.learners[1:])), limits, run / PLAN_FILE)
    assert main(["resume", str(run)]) == 1
    assert "version 99 stored" in capsys.readouterr().err


def test_two_names_for_the_same_data_are_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = "".join(f"{i},{i % 3},{'ab'[i % 2]}\n" for i in range(20))
    for name in ("one", "two"):
        (tmp_path / f"{name}.csv").write_text(f"x,z,target\n{rows}")
    out = str(tmp_path / "run")
    assert main(["run", "grid", "--suite", str(tmp_path), "--out", out, "--rows", "0"]) == 1
    assert "one and two hold the same data" in capsys.readouterr().err


def test_splits_that_repeat_on_tiny_data_are_all_evaluated(tmp_path: Path) -> None:
    (tmp_path / "tiny.csv").write_text("x,target\n1,a\n2,a\n3,b\n4,b\n")
    code, said = call(
        *("run", "grid", "--suite", str(tmp_path / "tiny.csv"), "--out", str(tmp_path / "run")),
        *("--rows", "0", "--learners", "sklearn_dummy"),
    )
    assert code == 0, said
    assert len(table(tmp_path / "run")) == 20


def test_a_dry_run_counts_estimates_and_writes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["run", "grid", *PLAN, "--out", "x", "--dry-run"]) == 0
    said = capsys.readouterr().out
    assert (
        f"2 datasets x 10 splits x {len(LEARNERS)} learners x 5 rows = {ROWS} evaluations" in said
    )
    assert re.search(r"Roughly \d.* \(\d.* to \d.*\) on 2 workers", said)
    assert not list(tmp_path.iterdir())


def dry_run(*arguments: str) -> int:
    small = ["--datasets", "iris", "--rows", "0-3", "--splits", "0", "--dry-run"]
    return main(["run", "grid", *arguments, *small])


def test_a_preset_takes_the_learners_it_has_a_grid_for_and_says_which_it_leaves_out(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert dry_run("--preset", "memento") == 0
    said = capsys.readouterr().out
    (left_out,) = (x for x in said.splitlines() if x.endswith("no grid of the preset memento"))
    assert "lightgbm" in left_out
    assert "xgboost" not in left_out
    table = said[said.index("evaluations") :]
    assert "xgboost" in table
    assert "lightgbm" not in table


def test_a_named_learner_without_a_grid_in_the_preset_is_one_clear_line(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert dry_run("--preset", "memento", "--learners", "glmnet", "lightgbm") == 1
    said = capsys.readouterr().err
    assert "the preset memento has no grid for lightgbm; it has one for catboost, gbm" in said
    assert said.count("\n") == 1


def test_a_misspelt_preset_is_one_clear_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert dry_run("--preset", "memeto") == 1
    assert "no preset is named 'memeto'; did you mean memento?" in capsys.readouterr().err


def test_a_run_holds_the_rows_of_its_preset(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = ["--preset", "kuehn2018", "--learners", "python_kknn", "--datasets", "iris"]
    out = str(tmp_path / "run")
    assert main(["run", "grid", *asked, "--rows", "0-9", "--splits", "0", "--out", out]) == 0
    capsys.readouterr()
    found = frostgrid.open(out).configs("python_kknn")
    assert set(found["grid"]) == {"kuehn2018/python_kknn"}
    assert set(found.columns) == {"grid", "k"}


def test_the_parent_of_a_run_imports_no_learner_and_no_r(tmp_path: Path) -> None:
    code = f"""
import sys
from frostgrid.cli.main import main
plan = "--datasets iris --learners sklearn_gaussian_nb rpart --rows 0 --splits 0 --workers 1"
assert main(["run", "grid", *plan.split(), "--out", {str(tmp_path / "run")!r}]) == 0
learned = {{"sklearn", "xgboost", "lightgbm", "catboost", "rpy2.rinterface"}}
print(sorted(learned & set(sys.modules)))
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-1] == "[]"


def test_every_learner_is_listed_with_language_package_version_and_availability(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["list", "learners", "--json"]) == 0
    rows = {row["learner"]: row for row in json.loads(capsys.readouterr().out)}
    assert len(rows) >= 20
    for row in rows.values():
        assert row["language"] in ("python", "r")
        assert row["package"]
        assert bool(row["version"]) == row["available"] or row["reason"]
    assert rows["ranger"]["language"] == "r"
    assert rows["xgboost"]["available"] is True


@pytest.mark.parametrize("kind", ["suites", "protocols"])
def test_listings_are_tables_or_json(kind: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["list", kind, "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)
    assert rows
    assert main(["list", kind]) == 0
    assert str(next(iter(rows[0].values()))) in capsys.readouterr().out


def test_datasets_that_the_catalogue_describes_are_listed_without_reading_them(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(Entry, "load", lambda _: pytest.fail("a dataset was read"))
    assert main(["list", "datasets", "--json"]) == 0
    rows = {row["dataset"]: row for row in json.loads(capsys.readouterr().out)}
    assert len(rows) == len(entry_names())
    assert rows["iris"]["suites"] == ["demo", "embedded"]
    assert (rows["iris"]["rows"], rows["iris"]["columns"], rows["iris"]["classes"]) == (150, 4, 3)


def test_identifiers_of_openml_are_printed_as_they_are_written_there(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["list", "datasets", "--suite", "cc18"]) == 0
    said = capsys.readouterr().out
    assert "40996" in said
    assert "40,996" not in said
    (line,) = (line for line in said.splitlines() if line.startswith("credit-g "))
    assert "cc18; lcdb265; memento39; openml100" in line


def test_a_learner_without_a_grid_is_shown_and_hinders_no_other(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    bare = replace(learners()["sklearn_dummy"], name="bare")
    monkeypatch.setitem(learners()._entries, "bare", bare)
    assert main(["show", "bare", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["grids"] == []
    assert dry_run("--learners", "bare") == 1
    assert "the preset frostgrid has no grid for bare" in capsys.readouterr().err
    assert dry_run() == 0
    assert "Left out: bare: no grid of the preset frostgrid" in capsys.readouterr().out


@pytest.mark.parametrize("name", ["ranger", "frostgrid/xgboost", "sonar", "demo", "bootstrap"])
def test_show_tells_of_learners_grids_datasets_suites_and_protocols(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["show", name, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert name in found.values()

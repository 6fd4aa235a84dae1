"""Run directories and datasets are data: their names never become paths, SQL, R or formulas."""

from __future__ import annotations

import ast
import re
import shutil
import tomllib
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
import tomli_w

import frostgrid
from frostgrid.base.digest import digest
from frostgrid.cli.main import main
from runners.directory import PLAN
from tests.end_to_end.runs import call
from tests.test_architecture import ALL, ROOT

# Calls that run what they read, or hand it to a shell. Pickles: see tests/test_architecture.py.
FORBIDDEN = {
    *("eval", "exec", "compile", "__import__"),
    *("os.system", "os.popen", "subprocess.getoutput", "subprocess.getstatusoutput"),
    *("yaml.load", "joblib.load", "marshal.loads", "pd.read_pickle", "pandas.read_pickle"),
    *("shutil.unpack_archive", "tarfile.open", "zipfile.ZipFile"),
}
R_FORBIDDEN = re.compile(
    r"\b(eval|evalq|parse|str2lang|system2?|shell|readRDS|load|unserialize|dget|as\.formula)\s*\("
)
R_EXCEPTIONS = {
    "benchmarks/bare_loop.R": "runs the configurations that overhead.py has written",
    "benchmarks/mlr_resample.R": "the same",
}
"""R code outside the product that may run what it reads, and why."""


@pytest.mark.parametrize("module", ALL)
def test_no_module_runs_what_it_reads(module: str) -> None:
    for node in ast.walk(ast.parse(ALL[module].read_text("utf-8"))):
        if isinstance(node, ast.Call):
            assert ast.unparse(node.func) not in FORBIDDEN, f"{module}, line {node.lineno}"
        if isinstance(node, ast.keyword) and node.arg == "shell":
            raise AssertionError(f"{module}, line {node.lineno}: a shell")


def test_no_r_code_runs_what_it_reads() -> None:
    files = [path for path in ROOT.rglob("*.R") if ".venv" not in path.parts]
    assert files
    for path in files:
        if str(path.relative_to(ROOT)) in R_EXCEPTIONS:
            continue
        for number, line in enumerate(path.read_text("utf-8").splitlines(), start=1):
            assert not R_FORBIDDEN.search(line.partition("#")[0]), f"{path}, line {number}: {line}"


HOSTILE = (
    "'; DROP TABLE evaluation; --",
    '"); system("touch PWNED"); ("',
    "$(touch PWNED)",
    "`touch PWNED`",
    "I(file.create('PWNED'))",
    "..",
    "-rf",
    "%s%n{0}",
    "[red]x",
    "a~b|c+.y",
    "\u202ename\u00e9\u540d",
)
"""Names that mean something to a shell, SQL, R, a formula, a path, a format or a terminal."""
LEARNERS = ("rpart", "ranger", "glmnet", "lightgbm", "xgboost")


def traces(folder: Path) -> list[Path]:
    return [*folder.rglob("PWNED"), *ROOT.glob("PWNED"), *Path.cwd().glob("PWNED")]


def test_hostile_names_of_datasets_columns_classes_and_levels_stay_names(tmp_path: Path) -> None:
    suite = tmp_path / "suite"
    suite.mkdir()
    for number, name in enumerate(HOSTILE):
        columns: dict[str, list[Any]] = {
            column: [(i * (j + 2) + number) % 11 for i in range(40)]
            for j, column in enumerate(HOSTILE)
        }
        columns["level"] = [HOSTILE[i % 5] for i in range(40)]
        columns["class"] = [HOSTILE[i % 2] for i in range(40)]
        pd.DataFrame(columns).to_csv(suite / f"{name}.csv", index=False)
    run = tmp_path / "run"
    code, said = call(
        *("run", "grid", "--suite", str(suite), "--learners", *LEARNERS),
        *("--rows", "0", "--splits", "0", "--out", str(run)),
    )
    assert code == 0, said
    frame = frostgrid.open(run).frame()
    assert len(frame) == len(HOSTILE) * len(LEARNERS)
    assert set(frame["dataset"]) == set(HOSTILE)
    assert (frame["status"] == "ok").all()
    for ending in ("csv", "parquet", "duckdb"):
        table = tmp_path / f"out.{ending}"
        code, said = call("export", str(run), "--to", str(table))
        assert code == 0, said
        assert set(frostgrid.open(table).frame()["dataset"]) == set(HOSTILE)
        code, said = call("verify", str(table))
        assert code == 0, said
    code, said = call("verify", str(run))
    assert code == 0, said
    code, said = call("status", str(run))
    assert code == 0, said
    assert not traces(tmp_path)


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    run = tmp_path_factory.mktemp("small") / "run"
    plan = ("--datasets", "iris", "--learners", "sklearn_dummy", "--rows", "0", "--splits", "0")
    code, said = call("run", "grid", *plan, "--out", str(run))
    assert code == 0, said
    return run


def forged(run: Path, change: Any) -> None:  # noqa: ANN401 - any function of a TOML document
    """Change the plan of ``run``, and its digest with it, as an attacker would."""
    document = tomllib.loads((run / PLAN).read_text("utf-8"))
    change(document)
    del document["digest"]
    document["digest"] = digest(document)
    (run / PLAN).write_text(tomli_w.dumps(document), "utf-8")


PARTS = {
    "learner": lambda plan, name: plan["learners"][0].update(name=name),
    "grid": lambda plan, name: plan["learners"][0].update(grid=name),
    "preprocessing": lambda plan, name: plan["learners"][0].update(preprocessing=name),
    "protocol": lambda plan, name: plan.update(protocol=name),
    "dataset": lambda plan, name: plan["datasets"][0]["reference"].update(name=name),
    "shown": lambda plan, name: plan["datasets"][0].update(name=name + "\x1b]0;PWNED\x07"),
    "kind": lambda plan, name: plan["datasets"][0]["reference"].update(kind=name),
    "path": lambda plan, name: plan["datasets"][0]["reference"].update(kind="file", path=name),
}


@pytest.mark.parametrize("name", ["../../../../tmp/PWNED", HOSTILE[0], HOSTILE[1]])
@pytest.mark.parametrize("part", PARTS)
def test_hostile_names_in_a_plan_get_one_line_or_a_row(
    small: Path,
    tmp_path: Path,
    capfd: pytest.CaptureFixture[str],
    part: str,
    name: str,
) -> None:
    run = Path(shutil.copytree(small, tmp_path / "run"))
    for path in run.glob("results.*"):
        path.unlink()  # so that there is something to do
    forged(run, lambda plan: PARTS[part](plan, name))
    code = main(["resume", str(run)])  # an exception would be a traceback
    said = capfd.readouterr()
    if code == 3:  # as what cannot be prepared, it is a row
        assert part == "preprocessing"
        assert "1 failed" in said.out
    else:
        assert code == 1
        assert said.err.startswith("frostgrid: ")
        assert said.err.count("\n") == 1
    assert not traces(tmp_path)


@pytest.mark.parametrize(
    "command", [("run", "grid", "--dry-run", "--suite"), ("list", "datasets", "--suite")]
)
def test_names_of_files_do_not_command_the_terminal(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], command: tuple[str, ...]
) -> None:
    rows = "".join(f"{i},{i % 2}\n" for i in range(40))
    (tmp_path / "a\x1b]0;PWNED\x07.csv").write_text("x,class\n" + rows)
    main([*command, str(tmp_path)])
    said = capfd.readouterr()
    assert "\\x1b]0;PWNED\\x07" in said.out + said.err
    assert "\x1b" not in said.out + said.err


def test_opening_a_directory_reads_nothing_but_the_store(small: Path, tmp_path: Path) -> None:
    run = Path(shutil.copytree(small, tmp_path / "run"))
    for name in ("sitecustomize.py", "conftest.py", "runners.py", "__init__.py", "frostgrid.pth"):
        (run / name).write_text("raise SystemExit('code of a run directory was run')\n")
    for name in ("results.pkl", "model.joblib", "results.rds", ".RData", ".Rprofile"):
        (run / name).write_bytes(b"cos\nsystem\n(S'touch PWNED'\ntR.")
    for command in ("status", "verify", "resume", "mend"):
        code, said = call(command, str(run))
        assert code == 0, said
    assert len(frostgrid.open(run).frame()) == 1
    assert not traces(tmp_path)

"""``frostgrid doctor``: finds what is broken, and says how to mend it."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path

import pytest

from frostgrid import doctor
from frostgrid.cli.doctor import doctor as command
from frostgrid.doctor import Check
from r_bridge import installation
from r_bridge.installation import RInstallation, find_r


@pytest.fixture
def look_again() -> Iterator[None]:
    """R is looked for again, during the test and after it."""
    find_r.cache_clear()
    yield
    find_r.cache_clear()


def by_name(checks: Iterator[Check]) -> dict[str, Check]:
    return {check.name: check for check in checks}


def test_it_reports_every_version_and_loads_nothing_heavy_itself() -> None:
    code = """if True:
        import sys
        from frostgrid.cli.doctor import doctor
        print(doctor(json=True), *{"sklearn", "xgboost", "catboost", "rpy2"} & sys.modules.keys())
    """
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    text, _, last = done.stdout.strip().rpartition("\n")
    told = json.loads(text)
    assert last == ("0" if told["ok"] else "1")
    values = {check["name"]: check["value"] for check in told["checks"]}
    for name in ("numpy", "pandas", "scipy", "scikit-learn", "lightgbm", "catboost", "optuna"):
        assert values[name] == version(name)
    assert {"Python", "our packages", "xgboost", "R", "threads", "free disk"} <= values.keys()
    assert "OMP_NUM_THREADS=1" in values["threads"]


def test_a_failed_check_is_shown_with_its_mend_and_sets_the_exit_code(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    found = [Check("R", "4.5.0 in /r"), Check("libR", "[not] found", False, "build R anew")]
    monkeypatch.setattr(doctor, "checks", lambda: found)
    assert command() == 1
    lines = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert ["ok", "R", "4.5.0", "in", "/r"] in lines
    assert ["MEND", "libR", "[not]", "found"] in lines
    assert ["->", "build", "R", "anew"] in lines
    monkeypatch.setattr(doctor, "checks", lambda: found[:1])
    assert command() == 0


def test_r_packages_are_compared_with_the_list(monkeypatch: pytest.MonkeyPatch) -> None:
    r = RInstallation(Path("/r"), Path("/r/lib/libR.so"), "4.5.0", (), (), {"ranger": "0.17.0"})
    monkeypatch.setattr("r_bridge.packages.offered", lambda _: {"r-cran-ranger", "r-cran-glmnet"})
    checks = by_name(doctor._r_packages(r))
    assert checks["R package ranger"] == Check("R package ranger", "0.17.0")
    assert not checks["R package glmnet"].ok
    assert "make setup" in checks["R package glmnet"].mend
    # That this Debian has none is no fault of the machine.
    assert checks["R package gbm"].ok
    assert checks["R package kknn"].ok
    assert "install.packages('kknn')" in checks["R package kknn"].value


def test_an_r_that_cannot_be_embedded_is_a_problem(monkeypatch: pytest.MonkeyPatch) -> None:
    r = RInstallation(Path("/r"), None, "4.5.0", (), (), {})
    monkeypatch.setattr(installation, "find_r", lambda: r)
    check = by_name(doctor._r())["libR"]
    assert not check.ok
    assert "--enable-R-shlib" in check.mend


@pytest.mark.usefixtures("look_again")
def test_a_machine_without_r_is_told_to_run_set_up(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv("R_HOME", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    (check,) = doctor._r()
    assert (check.value, check.ok) == ("not found", False)
    assert "make setup" in check.mend


@pytest.mark.usefixtures("look_again")
def test_a_wrong_r_home_is_named_with_its_mend(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("R_HOME", str(tmp_path))
    (check,) = doctor._r()
    assert not check.ok
    assert str(tmp_path) in check.value
    assert "unset R_HOME" in check.mend


@pytest.mark.parametrize(
    ("module", "found"),
    [
        ("raise OSError('libgomp.so.1: cannot open')", "OSError: libgomp.so.1: cannot open"),
        ("import os; os.abort()", "not loaded: Python ended with status -6 on the way"),
    ],
)
def test_a_package_that_does_not_load_is_named_with_its_error(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, module: str, found: str
) -> None:
    """A wheel may be installed while a library of the system that it needs is not."""
    (tmp_path / "lightgbm.py").write_text(module)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    monkeypatch.setattr(doctor, "CARD", {"numpy": "numpy", "lightgbm": "lightgbm"})
    checks = by_name(doctor._python_packages())
    assert checks["numpy"] == Check("numpy", version("numpy"))
    assert checks["lightgbm"] == Check("lightgbm", found, False, "run 'make clean setup'")


def test_a_module_that_takes_one_of_our_names_is_found(tmp_path: Path) -> None:
    """Another distribution's ``grids`` earlier on the path would be imported in place of ours."""
    (tmp_path / "grids").mkdir()
    (tmp_path / "grids" / "__init__.py").touch()
    code = f"import sys; sys.path.insert(0, {str(tmp_path)!r}); from frostgrid import doctor;"
    code += "check = doctor._ours(); print(check.ok, check.value)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.startswith("False not ours: grids")


def test_a_full_disk_is_a_problem(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "FREE_BYTES", 1 << 80)
    check = doctor._disk()
    assert not check.ok
    assert check.mend

"""The environment that set-up made: a CI machine must have everything, R included."""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
from importlib.metadata import packages_distributions, version
from importlib.util import find_spec
from pathlib import Path

import pytest

from frostgrid.doctor import OURS
from r_bridge.installation import RInstallation, find_r
from r_bridge.packages import offered, r_packages

ROOT = Path(__file__).resolve().parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
WHEEL = PROJECT["tool"]["hatch"]["build"]["targets"]["wheel"]["packages"]


@pytest.fixture(scope="module")
def r() -> RInstallation:
    """R of this machine; without it a developer's run skips, and a CI run fails."""
    found = find_r()
    if found is None and "CI" not in os.environ:
        pytest.skip("there is no R on this machine")
    assert found is not None, "CI needs R, and set-up could not install it"
    return found


def test_the_r_interface_fits_the_r_found(
    r: RInstallation, capsys: pytest.CaptureFixture[str]
) -> None:
    """Newer interfaces want C functions of R 4.5; says what this machine got."""
    interface = version("rpy2-rinterface")
    with capsys.disabled():
        print(f" R {r.version} with rpy2-rinterface {interface} ", end="")
    old = tuple(map(int, r.version.split(".")[:2])) < (4, 5)
    lock = ROOT / "requirements" / ("r42.txt" if old else "r45.txt")
    assert f"rpy2-rinterface=={interface} " in lock.read_text("utf-8")


def test_r_starts_inside_python(r: RInstallation) -> None:
    code = "from r_bridge.session import describe; print(describe()['R'])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.stdout.strip() == r.version, done.stderr


def test_every_r_package_that_debian_has_here_loads(r: RInstallation) -> None:
    names = offered(package.debian for package in r_packages() if package.debian)
    wanted = [package.name for package in r_packages() if package.debian in names]
    assert len(wanted) >= 5
    code = "for (p in commandArgs(TRUE)) loadNamespace(p); cat('all')"
    rscript = str(r.home / "bin" / "Rscript")
    done = subprocess.run(
        [rscript, "--vanilla", "-e", code, *wanted], capture_output=True, text=True, check=False
    )
    assert done.stdout == "all", done.stderr


def test_packages_are_ours() -> None:
    """The generic names grids, splits, ... are not taken by another distribution."""
    assert set(OURS) == set(WHEEL), "frostgrid.doctor.OURS and pyproject.toml differ"
    distributions = packages_distributions()
    for package in WHEEL:
        spec = find_spec(package)
        assert spec is not None
        assert spec.origin is not None
        assert Path(spec.origin).parents[1] == ROOT
        assert set(distributions.get(package, ())) <= {"frostgrid"}


@pytest.mark.parametrize("name", ["lock.txt", "r42.txt", "r45.txt"])
def test_lock_files_hold_exact_versions_with_hashes_and_no_addresses(name: str) -> None:
    text = (ROOT / "requirements" / name).read_text("utf-8")
    assert "://" not in text
    assert "--index" not in text
    requirements = text.replace("\\\n", " ").splitlines()
    assert requirements
    for line in requirements:
        assert "==" in line.split()[0], line
        assert "--hash=sha256:" in line, line


def test_the_lock_holds_every_dependency() -> None:
    from packaging.requirements import Requirement
    from packaging.utils import canonicalize_name

    lock = (ROOT / "requirements" / "lock.txt").read_text("utf-8").replace("\\\n", " ")
    locked = dict(line.split()[0].split("==") for line in lock.splitlines())
    project = PROJECT["project"]
    build = PROJECT["build-system"]["requires"]
    for text in [*project["dependencies"], *project["optional-dependencies"]["dev"], *build]:
        wanted = Requirement(text)
        name = canonicalize_name(wanted.name)
        assert name in locked, f"{name} is not in the lock: run 'make lock'"
        assert wanted.specifier.contains(locked[name]), f"{text} is not met: run 'make lock'"

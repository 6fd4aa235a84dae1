"""What this machine has of what frostgrid needs, and how to mend what it lacks."""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.metadata import packages_distributions
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from frostgrid.base.errors import FrostgridError

if TYPE_CHECKING:
    from r_bridge.installation import RInstallation

OURS = ("frostgrid", "suites", "splits", "grids", "r_bridge", "runners", "studies")
"""Our top-level packages; other distributions might use the same generic names."""

CARD = {
    "numpy": "numpy",
    "pandas": "pandas",
    "scipy": "scipy",
    "scikit-learn": "sklearn",
    "xgboost": "xgboost",
    "lightgbm": "lightgbm",
    "catboost": "catboost",
    "optuna": "optuna",
}
"""Python packages that must load, with the names that they are imported by."""

FREE_BYTES = 1 << 30
"""Less free disk than this is a problem: a table of a million evaluations takes about as much."""

_AGAIN = "run 'make clean setup'"
_LOAD = """
import importlib, sys
for name in sys.argv[1:]:
    try:
        state, text = "ok", importlib.import_module(name).__version__
    except Exception as error:
        state, text = "error", f"{type(error).__name__}: {error}"
    print(name, state, " ".join(text.split()), sep="\\t", flush=True)
"""
_START_R = """
from importlib.metadata import version
from r_bridge.session import describe
interface = version("rpy2-rinterface")
print(version("rpy2"), "with rpy2-rinterface", interface, "starts R", describe()["R"])
"""


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that was looked at.

    Attributes
    ----------
    name
        What it is.
    value
        What was found.
    ok
        False if something that frostgrid needs does not work.
    mend
        What to do about it; empty where nothing needs to be done.
    """

    name: str
    value: str
    ok: bool = True
    mend: str = ""


def checks() -> list[Check]:
    """Look at everything; starts R and loads learners in other processes only."""
    python = Check("Python", f"{platform.python_version()} in {sys.prefix}")
    return [python, _ours(), *_python_packages(), *_r(), _threads(), _disk()]


def _ours() -> Check:
    root = Path(__file__).resolve().parents[1]
    distributions = packages_distributions()
    foreign = []
    for package in OURS:
        spec = find_spec(package)
        found = Path(spec.origin).resolve().parents[1] if spec and spec.origin else None
        others = set(distributions.get(package, ())) - {"frostgrid"}
        if found != root or others:
            foreign.append(f"{package} ({', '.join(sorted(others)) or found or 'not found'})")
    if foreign:
        mend = "give frostgrid an environment of its own: 'make clean setup'"
        return Check("our packages", f"not ours: {', '.join(foreign)}", False, mend)
    return Check("our packages", f"{', '.join(OURS)} in {root}")


def _python_packages() -> Iterator[Check]:
    # All in one process: most of them load the others.
    done = _python(_LOAD, *CARD.values())
    lines = (line.split("\t") for line in done.stdout.splitlines() if line.count("\t") == 2)
    said = {module: (state == "ok", text) for module, state, text in lines}
    ended = False, f"not loaded: Python ended with status {done.returncode} on the way"
    for name, module in CARD.items():
        works, text = said.get(module, ended)
        yield Check(name, text, works, "" if works else _AGAIN)


def _r() -> Iterator[Check]:
    from r_bridge.installation import find_r

    try:
        found = find_r()
    except FrostgridError as error:
        yield Check("R", error.args[0], False, error.hint)
        return
    if found is None:
        mend = "run 'make setup' as a user who may install packages, or set R_HOME to an R of yours"
        yield Check("R", "not found", False, mend)
        return
    yield Check("R", f"{found.version} in {found.home}")
    if found.libr is None:
        mend = "use an R that was built with --enable-R-shlib, such as Debian's"
        yield Check("libR", "not found", False, mend)
    else:
        yield Check("libR", str(found.libr))
    yield _interface()
    yield from _r_packages(found)


def _interface() -> Check:
    done = _python(_START_R)
    if done.returncode == 0:
        return Check("rpy2", done.stdout.strip())
    reason = (done.stderr.strip().splitlines() or [f"ended with status {done.returncode}"])[-1]
    return Check("rpy2", reason, False, f"{_AGAIN}, which picks the rpy2 for this R")


def _r_packages(r: RInstallation) -> Iterator[Check]:
    from r_bridge.packages import offered, r_packages

    wanted = r_packages()
    at_debian = offered(package.debian for package in wanted if package.debian)
    for package in wanted:
        name = f"R package {package.name}"
        if package.name in r.packages:
            yield Check(name, r.packages[package.name])
        elif package.debian in at_debian:
            yield Check(name, "not installed", False, f"run 'make setup' ({package.debian})")
        else:
            how = f"Debian has none, install.packages('{package.name}') in R adds it"
            yield Check(name, f"{package.needed_by} is unavailable: {how}")


def _threads() -> Check:
    from runners.engine.process import THREAD_CAPS

    here = ", ".join(f"{name}={os.environ[name]}" for name in THREAD_CAPS if name in os.environ)
    caps = ", ".join(f"{name}={cap}" for name, cap in THREAD_CAPS.items())
    return Check(
        "threads", f"{os.cpu_count()} here ({here or 'no limits set'}); workers get {caps}"
    )


def _disk() -> Check:
    free = shutil.disk_usage(Path.cwd()).free
    mend = "" if free >= FREE_BYTES else "make room, or run in another folder"
    return Check("free disk", f"{free / 2**30:.1f} GiB in {Path.cwd()}", free >= FREE_BYTES, mend)


def _python(code: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    # -P: a file in the current folder is not taken for the package of its name.
    return subprocess.run(
        [sys.executable, "-P", "-c", code, *arguments],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )

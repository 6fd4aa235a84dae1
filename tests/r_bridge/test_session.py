"""The embedded R: how it starts, what it may not do, and who may call it."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from frostgrid.base.errors import FrostgridError
from r_bridge import session

ROOT = Path(__file__).resolve().parents[2]


def run(code: str, cwd: Path = ROOT, **variables: str) -> subprocess.CompletedProcess[str]:
    """Run ``code`` in a fresh process of this Python."""
    return subprocess.run(
        [sys.executable, "-W", "error", "-c", code],
        check=False,
        cwd=cwd,
        env={**os.environ, "PYTHONPATH": str(ROOT), **variables},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=120,
    )


def printed(code: str, cwd: Path = ROOT, **variables: str) -> list[str]:
    """Lines that ``code`` prints; nothing may go to standard error."""
    done = run(code, cwd, **variables)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout.splitlines()


R = """
from r_bridge import session
interface = session.start()
def r(code):
    return interface.baseenv["eval"](interface.parse(code), interface.globalenv)
"""


def test_starts_silently_and_prints_nothing_of_r() -> None:
    code = R + "r('cat(1); print(2); message(3); library(stats)')\nprint('end')"
    assert printed(code) == ["end"]


def test_no_workspace_and_no_profile_is_read(tmp_path: Path) -> None:
    made = "leftover <- 1; save.image()"
    subprocess.run(["Rscript", "--vanilla", "-e", made], check=True, cwd=tmp_path)
    assert (tmp_path / ".RData").is_file()
    profile = tmp_path / ".Rprofile"
    profile.write_text("file.create('profile-ran'); profiled <- 1\n")
    code = R + "print(r(\"exists('leftover') || exists('profiled')\")[0])"
    variables = {"R_PROFILE_USER": str(profile), "HOME": str(tmp_path)}
    assert printed(code, tmp_path, **variables) == ["False"]
    assert not (tmp_path / "profile-ran").exists()


def test_the_variables_and_the_ctrl_c_handler_of_the_process_stay() -> None:
    code = """
import os, signal, subprocess
def handler(*_): pass
signal.signal(signal.SIGINT, handler)
before = dict(os.environ)
from r_bridge import session
session.start()
assert signal.getsignal(signal.SIGINT) is handler
assert {k: os.environ.get(k) for k in before} == before
print(*sorted(os.environ.keys() - before.keys()))
print("LD_LIBRARY_PATH" in subprocess.run(["env"], capture_output=True, text=True).stdout)
"""
    environ = {k: v for k, v in os.environ.items() if k in ("PATH", "HOME", "LANG")}
    done = subprocess.run(
        [sys.executable, "-c", code],
        check=True,
        cwd=ROOT,
        env={**environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
    )
    new, leaks = done.stdout.splitlines()
    assert set(new.split()) - {"LC_CTYPE"} == {
        "R_HOME",
        "RPY2_CFFI_MODE",
        "OMP_NUM_THREADS",
        "OPENBLAS_NUM_THREADS",
        "MKL_NUM_THREADS",
        "BLIS_NUM_THREADS",
    }
    assert leaks == "False"


def test_thread_settings_of_the_user_are_kept() -> None:
    code = "from r_bridge import session; session.start()\nimport os\n"
    code += "print(os.environ['OMP_NUM_THREADS'])"
    assert printed(code, OMP_NUM_THREADS="2") == ["2"]


@pytest.mark.parametrize("call", ["quit()", "q(status = 3)", "base::quit('no')", "base::q()"])
def test_quit_is_an_error_and_the_process_lives(call: str) -> None:
    code = f"""{R}
try:
    r("{call}")
except interface.embedded.RRuntimeError as error:
    print("R code called quit()" in str(error))
print(r("1 + 1")[0])
"""
    assert printed(code) == ["True", "2.0"]


def test_deep_recursion_is_an_error_and_the_process_lives() -> None:
    code = (
        R
        + """
try:
    r("f <- function(n) f(n + 1); f(1)")
except interface.embedded.RRuntimeError as error:
    print("stack" in str(error) or "recursion" in str(error))
print(r("1 + 1")[0])
"""
    )
    assert printed(code) == ["True", "2.0"]


def test_r_never_waits_for_the_terminal() -> None:
    """A read would end these calls with an EOFError or a hang."""
    code = R + "print(list(r(\"readline('name? ')\")), r('browser()') is interface.NULL)"
    assert printed(code) == ["[''] True"]


def test_unicode_survives_in_a_process_of_the_c_locale() -> None:
    code = R + "print(ascii(r(\"paste0('gr\\u00fcn', nchar('\\u20ac'))\")[0]))"
    assert printed(code, LC_ALL="C", LANG="C", PYTHONUTF8="1") == ["'gr\\xfcn1'"]


def test_the_first_call_from_a_thread_is_refused() -> None:
    code = """
import threading
from frostgrid.base.errors import FrostgridError
from r_bridge import session
def work():
    try:
        session.start()
    except FrostgridError as error:
        print(error)
thread = threading.Thread(target=work, name="helper")
thread.start()
thread.join()
"""
    assert printed(code) == [
        "R was called from the thread 'helper'; call R from the main thread of its process; "
        "use processes for parallel work"
    ]


def test_a_later_call_from_a_thread_is_refused_as_well() -> None:
    session.start()
    said: list[str] = []

    def work() -> None:
        with pytest.raises(FrostgridError) as caught:
            session.start()
        said.append(str(caught.value))

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert "from the thread" in said[0]


def test_a_fork_of_the_process_may_not_use_its_r() -> None:
    code = """
import os
from frostgrid.base.errors import FrostgridError
from r_bridge import session
session.start()
child = os.fork()
if child == 0:
    try:
        session.start()
    except FrostgridError as error:
        print(error, flush=True)
    os._exit(0)
os.waitpid(child, 0)
"""
    assert printed(code) == [
        "R was started before this process was forked; spawn processes instead"
    ]


def test_an_r_that_something_else_started_is_refused() -> None:
    code = """
import os
os.environ["RPY2_CFFI_MODE"] = "ABI"
import rpy2.rinterface
rpy2.rinterface.initr()
from frostgrid.base.errors import FrostgridError
from r_bridge import session
try:
    session.start()
except FrostgridError as error:
    print(error)
"""
    assert printed(code)[0].startswith("something else started R in this process")


def test_a_machine_without_r_is_told_so(tmp_path: Path) -> None:
    code = """
from frostgrid.base.errors import FrostgridError
from r_bridge import session
try:
    session.start()
except FrostgridError as error:
    print(error)
"""
    variables = {k: v for k, v in os.environ.items() if k != "R_HOME"}
    done = subprocess.run(
        [sys.executable, "-c", code],
        check=True,
        cwd=ROOT,
        env={**variables, "PATH": str(tmp_path), "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
    )
    assert done.stdout == "there is no R on this machine; run 'make setup'\n"


def test_describe_records_versions_and_generators() -> None:
    session.start().baseenv["loadNamespace"]("rpart")
    found = session.describe()
    assert found["R RNG"] == "Mersenne-Twister/Inversion/Rejection"
    assert found["R"].count(".") == 2
    assert {"R BLAS", "R LAPACK", "R package stats", "R package rpart"} <= found.keys()
    assert all(found.values())


def test_starting_twice_is_starting_once() -> None:
    assert session.start() is session.start()

"""The set-up scripts on a machine that small programs play: nothing is really installed."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
DEBIAN = ROOT / "requirements" / "debian.sh"
TOOLS = [
    "sh",
    "env",
    "ls",
    "cat",
    "cp",
    "cut",
    "dirname",
    "grep",
    "mkdir",
    "rm",
    "sed",
    "sha256sum",
]


class Machine:
    """Programs on a ``PATH`` of its own; those that are played write down how they were called."""

    def __init__(self, folder: Path) -> None:
        self._calls = folder / "calls"
        self._calls.touch()
        self._bin = folder / "bin"
        self._bin.mkdir()
        for tool in TOOLS:
            (self._bin / tool).symlink_to(shutil.which(tool) or "")

    def play(self, name: str, body: str = "") -> None:
        """Put a program ``name`` on the path, of shell code that sees its arguments."""
        program = self._bin / name
        program.unlink(missing_ok=True)
        program.write_text(f'#!/bin/sh\necho "{name} $*" >>{self._calls}\n{body}\n')
        program.chmod(0o755)

    def run(self, script: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Run a script with nothing but this machine's programs."""
        return subprocess.run(
            [str(script), *arguments],
            env={"PATH": str(self._bin)},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
        )

    def called(self, name: str) -> list[str]:
        """Arguments of the calls of a played program so far."""
        lines = self._calls.read_text().splitlines()
        return [line.removeprefix(f"{name} ") for line in lines if line.startswith(f"{name} ")]


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    """A machine with the usual tools, and neither apt nor Python nor R."""
    return Machine(tmp_path)


@pytest.fixture
def debian(machine: Machine) -> Machine:
    """Root on a Debian that has r-base-core installed and that offers everything but r-cran-gbm."""
    machine.play("dpkg-query", "case $4 in r-base-core) printf installed ;; *) exit 1 ;; esac")
    machine.play(
        "apt-cache",
        'case $2 in r-cran-gbm) c="(none)" ;; *) c=1.0 ;; esac\n'
        'printf "%s:\\n  Installed: (none)\\n  Candidate: %s\\n" "$2" "$c"',
    )
    machine.play("apt-get")
    machine.play("id", "echo 0")
    machine.play("ls")
    return machine


def installs(machine: Machine) -> list[str]:
    """What apt-get was asked to install, by call."""
    marker = "install -y --no-install-recommends "
    return [call.partition(marker)[2] for call in machine.called("apt-get") if marker in call]


def test_only_what_is_missing_and_offered_is_installed(debian: Machine) -> None:
    done = debian.run(DEBIAN, "r-base-core", "r-cran-ranger", "r-cran-gbm", "r-cran-e1071")
    assert done.returncode == 0, done.stderr
    assert installs(debian) == ["r-cran-ranger r-cran-e1071"]
    assert "Debian has no r-cran-gbm here" in done.stderr


def test_nothing_is_downloaded_where_everything_is_there(debian: Machine) -> None:
    done = debian.run(DEBIAN, "r-base-core")
    assert (done.returncode, done.stderr) == (0, "")
    assert debian.called("apt-get") == []
    assert debian.called("apt-cache") == []


def test_package_lists_are_fetched_only_on_a_machine_that_has_none(debian: Machine) -> None:
    debian.run(DEBIAN, "r-cran-ranger")
    assert not any("update" in call for call in debian.called("apt-get"))
    debian.play("ls", "exit 2")
    debian.run(DEBIAN, "r-cran-ranger")
    assert sum("update" in call for call in debian.called("apt-get")) == 1


def test_stale_package_lists_are_fetched_again_once(debian: Machine, tmp_path: Path) -> None:
    fresh = tmp_path / "fresh"
    debian.play("apt-get", f'case "$*" in *update*) : >{fresh} ;; *) [ -e {fresh} ] ;; esac')
    assert debian.run(DEBIAN, "r-cran-ranger").returncode == 0
    assert installs(debian) == ["r-cran-ranger", "r-cran-ranger"]


def test_without_root_and_sudo_it_says_what_to_install(debian: Machine) -> None:
    debian.play("id", "echo 1000")
    done = debian.run(DEBIAN, "r-base-core", "r-cran-ranger", "r-cran-gbm")
    assert done.returncode == 1
    assert "apt-get install --no-install-recommends r-cran-ranger\n" in done.stderr
    assert debian.called("apt-get") == []


def test_sudo_is_used_where_it_works_and_not_where_it_would_ask(debian: Machine) -> None:
    debian.play("id", "echo 1000")
    debian.play("sudo", "exit 1")
    assert debian.run(DEBIAN, "r-cran-ranger").returncode == 1
    debian.play("sudo", '[ "$1" = -n ] || "$@"')
    assert debian.run(DEBIAN, "r-cran-ranger").returncode == 0
    assert installs(debian) == ["r-cran-ranger"]


def test_a_system_without_apt_is_told_what_corresponds(machine: Machine) -> None:
    done = machine.run(DEBIAN, "r-base-core")
    assert done.returncode == 1
    assert "no apt" in done.stderr
    assert "r-base-core" in done.stderr


def test_set_up_goes_on_without_r(machine: Machine) -> None:
    done = machine.run(ROOT / "r_bridge" / "install.sh")
    assert done.returncode == 0
    assert "going on without R" in done.stderr


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """The files that install.sh reads, in a folder of their own; returns the script."""
    shutil.copytree(ROOT / "requirements", tmp_path / "checkout" / "requirements")
    shutil.copy(ROOT / "pyproject.toml", tmp_path / "checkout")
    return tmp_path / "checkout" / "requirements" / "install.sh"


@pytest.fixture
def with_python(machine: Machine) -> Machine:
    """A machine whose python3.13 is a shim without a Python, and whose python3 works.

    The environments that it makes have a ``python`` that writes down what pip is asked for.
    """
    machine.play("python3.13", "exit 127")
    make = 'case "$*" in *"print(sys.base_prefix"*) echo /usr 3.11.2 ;; "-m venv"*)\n'
    make += "mkdir -p .venv/bin; cp $(dirname $0)/pip .venv/bin/python ;; esac"
    machine.play("python3", make)
    machine.play("pip")
    return machine


@pytest.mark.parametrize(
    ("r", "lock"),
    [("4.2.2", "r42"), ("4.4.9", "r42"), ("4.5.0", "r45"), ("4.10.1", "r45"), ("5.0.0", "r45")],
)
def test_the_r_interface_is_chosen_by_the_r_found(
    with_python: Machine, checkout: Path, r: str, lock: str
) -> None:
    with_python.play("R", f'echo "R version {r} (2022-10-31) -- name"')
    done = with_python.run(checkout)
    assert done.returncode == 0, done.stderr
    wanted = [call for call in with_python.called("pip") if "--require-hashes" in call]
    assert [call.partition("-r ")[2] for call in wanted] == [
        "requirements/lock.txt",
        f"requirements/{lock}.txt",
    ]


def test_without_r_no_interface_is_installed(with_python: Machine, checkout: Path) -> None:
    with_python.run(checkout)
    asked = " ".join(with_python.called("pip"))
    assert "lock.txt" in asked
    assert "requirements/r4" not in asked


def test_set_up_does_nothing_the_second_time(with_python: Machine, checkout: Path) -> None:
    with_python.run(checkout)
    before = with_python.called("pip")
    assert with_python.run(checkout).stderr == ""
    assert with_python.called("pip") == before


def test_r_that_came_later_gets_its_interface_in_the_same_environment(
    with_python: Machine, checkout: Path
) -> None:
    with_python.run(checkout)
    with_python.play("R", 'echo "R version 4.2.2 (2022-10-31)"')
    with_python.run(checkout)
    assert "requirements/r42.txt" in " ".join(with_python.called("pip"))
    assert sum("-m venv" in call for call in with_python.called("python3")) == 1


def test_a_set_up_that_was_interrupted_starts_afresh(with_python: Machine, checkout: Path) -> None:
    with_python.play("pip", "exit 1")
    assert with_python.run(checkout).returncode == 1
    with_python.play("pip")
    assert with_python.run(checkout).returncode == 0
    assert sum("-m venv --clear" in call for call in with_python.called("python3")) == 2


def test_no_python_is_one_clear_line(machine: Machine, checkout: Path) -> None:
    done = machine.run(checkout)
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1].startswith("set-up: found no Python >= 3.11")

"""Whether learners can run, told without running anything of theirs."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from importlib.metadata import version
from pathlib import Path

import pytest

import runners.availability
from frostgrid.base.errors import FrostgridError
from r_bridge.installation import RInstallation
from runners.availability import availability
from runners.r_learner import r_learners

RANGER = next(learner for learner in r_learners() if learner.name == "ranger")
PYTHON = replace(RANGER, language="python")
SOME_R = RInstallation(Path("/r"), Path("/r/lib/libR.so"), "4.2.2", (), (), {"ranger": "0.14.1"})


def test_an_installed_python_package_is_available_with_its_version() -> None:
    state = availability(replace(PYTHON, package="numpy"))
    assert (state.available, state.version, state.reason) == (True, version("numpy"), "")


def test_the_small_build_of_xgboost_counts_as_xgboost() -> None:
    assert availability(replace(PYTHON, package="xgboost")).version == version("xgboost-cpu")


def test_a_missing_python_package_is_named_with_the_mend() -> None:
    state = availability(replace(PYTHON, package="no-such-package"))
    assert not state.available
    assert state.reason == "Python package no-such-package is not installed; run 'make setup'"


def test_an_installed_r_package_is_available_with_its_version(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(runners.availability, "find_r", lambda: SOME_R)
    state = availability(RANGER)
    assert (state.available, state.version) == (True, "0.14.1")


@pytest.mark.parametrize(
    ("r", "reason"),
    [
        (None, "there is no R on this machine; run 'make setup'"),
        (
            replace(SOME_R, libr=None),
            "the R in /r has no libR.so; use an R built with --enable-R-shlib",
        ),
        (
            replace(SOME_R, packages={}),
            "R package ranger is not installed; run install.packages('ranger') in R 4.2.2",
        ),
    ],
)
def test_what_an_r_learner_lacks_is_named_with_the_mend(
    monkeypatch: pytest.MonkeyPatch, r: RInstallation | None, reason: str
) -> None:
    monkeypatch.setattr(runners.availability, "find_r", lambda: r)
    state = availability(RANGER)
    assert (state.available, state.version, state.reason) == (False, "", reason)


def test_a_missing_interface_to_r_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runners.availability, "find_r", lambda: SOME_R)
    monkeypatch.setattr(runners.availability, "find_spec", lambda _name: None)
    assert availability(RANGER).reason.startswith("Python package rpy2-rinterface is not installed")


def test_an_r_that_does_not_answer_is_a_reason_and_no_exception(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fails() -> None:
        raise FrostgridError("Rscript does not answer:\nno library", hint="see")

    monkeypatch.setattr(runners.availability, "find_r", fails)
    assert availability(RANGER).reason == "Rscript does not answer: no library; see"


def test_asking_imports_neither_packages_nor_r() -> None:
    code = """
import sys
from runners.availability import availability
from runners.r_learner import r_learners
assert availability(next(l for l in r_learners() if l.name == "ranger")).available
assert not {"rpy2.rinterface", "xgboost", "sklearn"} & sys.modules.keys()
"""
    subprocess.run([sys.executable, "-c", code], check=True)

"""Whether a learner can run here, told without importing its package and without starting R."""

from __future__ import annotations

from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec

from frostgrid.base.errors import FrostgridError
from r_bridge.installation import find_r
from runners.learner import Learner

_SAME_IMPORT = {"xgboost": ("xgboost", "xgboost-cpu")}
"""Distributions that bring the same import under another name."""


@dataclass(frozen=True, slots=True)
class Availability:
    """Whether a learner can run here.

    Attributes
    ----------
    available
        Whether it can.
    version
        Of its package; empty if that is not installed.
    reason
        Why it cannot, with the mend, in one line; empty if it can.
    """

    available: bool
    version: str
    reason: str


def availability(learner: Learner) -> Availability:
    """Tell whether ``learner`` can run here."""
    return _in_r(learner.package) if learner.language == "r" else _in_python(learner.package)


def _in_python(package: str) -> Availability:
    for distribution in _SAME_IMPORT.get(package, (package,)):
        try:
            return Availability(True, version(distribution), "")
        except PackageNotFoundError:
            continue
    return _missing(f"Python package {package} is not installed; run 'make setup'")


def _in_r(package: str) -> Availability:
    try:
        found = find_r()
    except FrostgridError as error:
        return _missing(" ".join(str(error).split()))
    if found is None:
        return _missing("there is no R on this machine; run 'make setup'")
    if found.libr is None:
        return _missing(
            f"the R in {found.home} has no libR.so; use an R built with --enable-R-shlib"
        )
    if find_spec("rpy2") is None or find_spec("rpy2.rinterface_lib") is None:
        return _missing("Python package rpy2-rinterface is not installed; run 'make setup'")
    if package not in found.packages:
        return _missing(
            f"R package {package} is not installed; "
            f"run install.packages('{package}') in R {found.version}"
        )
    return Availability(True, found.packages[package], "")


def _missing(reason: str) -> Availability:
    return Availability(False, "", reason)

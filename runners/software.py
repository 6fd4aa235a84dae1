"""Versions that the numbers of a run depend on."""

from __future__ import annotations

import platform
from collections.abc import Iterable
from importlib.metadata import version

from r_bridge.installation import find_r
from runners.availability import availability
from runners.learner import Learner

_ALWAYS = ("numpy", "scipy", "scikit-learn")


def software(chosen: Iterable[Learner]) -> dict[str, str]:
    """Versions by package, of what prepares and scores data and of every learner's package.

    A package that is missing has an empty version: a later session may bring it.
    """
    found = {"python": ".".join(platform.python_version_tuple()[:2])}
    found |= {name: version(name) for name in _ALWAYS}
    for learner in chosen:
        if learner.language == "r":
            r = find_r()
            found["R"] = r.version if r else ""
        name = learner.package if learner.language == "python" else f"R:{learner.package}"
        state = availability(learner)
        found[name] = state.version if state.available else ""
    return found

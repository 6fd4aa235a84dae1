"""A learner, a grid, a preset or a twin in one line, for listings and pages."""

from __future__ import annotations

from typing import Any

from grids.frozen import load, n_effective
from grids.preset import Preset
from grids.registry import spaces
from grids.space import Space
from grids.twin import Twin
from runners.availability import availability
from runners.learner import Learner
from runners.registry import learners


def learner_line(learner: Learner) -> dict[str, Any]:
    """What it is, and whether it can run here."""
    state = availability(learner)
    return {
        "learner": learner.name,
        "language": learner.language,
        "package": learner.package,
        "version": state.version,
        "available": state.available,
        "reason": state.reason,
        "title": learner.title,
    }


def grid_line(space: Space) -> dict[str, Any]:
    """How much the frozen grid of ``space`` holds."""
    grid = load(space.name)
    return {
        "rows": len(grid.rows),
        "different": n_effective(grid),
        "parameters": len(space.parameters),
        "version": space.version,
        "sha256": grid.sha256,
    }


def preset_line(preset: Preset) -> dict[str, Any]:
    """What it is, for which learners, and where it comes from."""
    return {
        "preset": preset.name,
        "title": preset.title,
        "learners": [space.learner for space in spaces() if space.preset == preset.name],
        "source": preset.source,
    }


def twin_line(twin: Twin) -> dict[str, Any]:
    """How many arguments are matched, held at a value or unmatched; whether it can run here."""
    states = [availability(learners()[side]) for side in twin.sides.values()]
    return {
        "twin": twin.name,
        "r": twin.r,
        "python": twin.python,
        "matched": len(twin.counterparts),
        "held": len(twin.held),
        "unmatched": len(twin.alone),
        "preprocessing": twin.preprocessing,
        "available": all(state.available for state in states),
        "reason": next((state.reason for state in states if state.reason), ""),
    }

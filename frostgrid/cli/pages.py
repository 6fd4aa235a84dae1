"""What ``frostgrid show`` tells of one entry of each kind."""

from __future__ import annotations

from typing import Any

from frostgrid.cli.datasets import described, listed
from frostgrid.cli.lines import grid_line, learner_line
from grids.frozen import load, n_effective
from grids.registry import presets, spaces, twins
from grids.words import default_words, range_words, rule_words, when_words
from runners.registry import learners
from splits.frozen import FOLDER, SEED, read_frozen
from splits.registry import protocols
from suites.registry import Reference
from suites.registry import suite as find


def learner_page(name: str) -> dict[str, Any]:
    """A learner, and its grid of the preset ``frostgrid``, or of the first that has one."""
    learner = learners()[name]
    having = [space.name for space in spaces() if space.learner == name]
    grids = sorted(having, key=lambda grid: (not grid.startswith("frostgrid/"), grid))
    return {
        **learner_line(learner),
        "preprocessing": str(learner.preprocessing),
        "adapter": learner.version,
        "traits": sorted(learner.traits),
        "grids": grids,
        **(grid_page(grids[0]) if grids else {}),
    }


def grid_page(name: str) -> dict[str, Any]:
    """A frozen grid and its parameters."""
    grid = load(name)
    return {
        "grid": name,
        "source": grid.space.source,
        "space_version": grid.space.version,
        "rows": len(grid.rows),
        "different": n_effective(grid),
        "sha256": grid.sha256,
        "parameters": [
            {
                "name": p.name,
                "argument": p.argument or p.name,
                "range": range_words(p),
                "default": default_words(p),
                "when": when_words(p),
                "rule": rule_words(p),
            }
            for p in grid.space.parameters
        ],
    }


def preset_page(name: str) -> dict[str, Any]:
    """A preset and its grids; the source of each tells whether it is exact or completed by us."""
    preset = presets()[name]
    return {
        "preset": name,
        "title": preset.title,
        "source": preset.source,
        "grids": [
            {"learner": space.learner, "source": space.source, **grid_line(space)}
            for space in spaces()
            if space.preset == name
        ],
    }


def twin_page(name: str) -> dict[str, Any]:
    """A twin: both sides, what each argument is called, and what no argument governs."""
    twin = twins()[name]
    return {
        "twin": twin.name,
        "version": twin.version,
        "preprocessing": twin.preprocessing,
        "source": twin.source,
        "sides": [learner_line(learners()[name]) for name in twin.sides.values()],
        "names": [dict(line) for line in twin.names()],
        "differences": [{"without a parameter": text} for text in twin.differences],
    }


def suite_page(name: str) -> dict[str, Any]:
    """A suite and its datasets."""
    found = find(name)
    return {
        "suite": name,
        "count": len(found.datasets),
        "flagged": len(found.flags),
        "datasets": listed(found),
    }


def protocol_page(name: str) -> dict[str, Any]:
    """A protocol, and how many datasets have frozen splits of it."""
    protocol = protocols()[name]
    frozen = {row.dataset for row in read_frozen(FOLDER, name)}
    return {
        "protocol": name,
        "summary": protocol.summary,
        "splits": protocol.count,
        "seed": SEED,
        "frozen_datasets": len(frozen),
    }


def dataset_page(name: str, suite: str | None = None, target: str | None = None) -> dict[str, Any]:
    """A dataset of the catalogue, or of ``suite``."""
    reference = find(suite, target).reference(name) if suite else Reference("catalogue", name)
    return described(reference, reference.load())

"""``frostgrid show``: one learner, grid or dataset in full."""

from __future__ import annotations

from typing import Any

from frostgrid.base.errors import FrostgridError, UnknownNameError
from frostgrid.cli.main import DONE
from frostgrid.cli.output import print_json


def show(
    name: str,
    *,
    suite: str | None = None,
    target: str | None = None,
    names: str | None = None,
    json: bool = False,
) -> int:
    """Show the learner, grid (preset/learner), dataset, suite or protocol called NAME.

    Parameters
    ----------
    name
        Its name.
    suite
        Suite, file, folder or mirror that the dataset belongs to; the catalogue by default.
    target
        Target column of files.
    names
        Show instead what the parameters of the learner are called in its twin, named in full or by
        its first word: sklearn, ranger, e1071, python, ...
    json
        Print JSON.
    """
    from grids.registry import spaces
    from runners.registry import learners
    from splits.registry import protocols
    from suites.entry import entry_names
    from suites.registry import suite_names

    known = entry_names()
    if names is not None:
        found = _twin(name, names)
    elif suite is not None:
        found = _dataset(name, suite, target)
    elif name in learners():
        found = _learner(name)
    elif name in spaces():
        found = _grid(name)
    elif name in known:
        found = _dataset(name, None, None)
    elif name in suite_names():
        found = _suite(name)
    elif name in protocols():
        found = _protocol(name)
    else:
        registered = [entry.name for kind in (learners(), spaces(), protocols()) for entry in kind]
        every = [*registered, *known, *suite_names()]
        raise UnknownNameError("learner, grid, dataset, suite or protocol", name, every)
    if json:
        print_json(found)
    else:
        _print(found)
    return DONE


def _learner(name: str) -> dict[str, Any]:
    from grids.registry import spaces
    from runners.availability import availability
    from runners.registry import learners

    learner = learners()[name]
    state = availability(learner)
    # The frostgrid preset is told in full, where there is one.
    having = [space.name for space in spaces() if space.learner == name]
    grids = sorted(having, key=lambda grid: (not grid.startswith("frostgrid/"), grid))
    return {
        "learner": name,
        "title": learner.title,
        "language": learner.language,
        "package": learner.package,
        "version": state.version,
        "available": state.available,
        "reason": state.reason,
        "adapter": learner.version,
        "preprocessing": str(learner.preprocessing),
        "traits": sorted(learner.traits),
        "grids": grids,
        **(_grid(grids[0]) if grids else {}),
    }


def _twin(name: str, other: str) -> dict[str, Any]:
    from grids.registry import twins
    from runners.registry import learners

    learner = learners()[name].name
    theirs = {
        next(side for side in twin.sides.values() if side != learner): twin
        for twin in twins()
        if learner in twin.sides.values()
    }
    if not theirs:
        hint = f"twins are {', '.join(twin.name for twin in twins())}"
        raise FrostgridError(f"{learner} has no twin", hint=hint)
    found = [side for side in theirs if side == other or side.startswith(f"{other}_")]
    if len(found) != 1:
        raise UnknownNameError(f"twin of {learner}", other, theirs)
    twin = theirs[found[0]]
    return {
        "twin": twin.name,
        "version": twin.version,
        "preprocessing": twin.preprocessing,
        "source": twin.source,
        "names": [dict(line) for line in twin.names()],
        "differences": [{"without a parameter": text} for text in twin.differences],
    }


def _grid(name: str) -> dict[str, Any]:
    from grids.frozen import load, n_effective
    from grids.words import default_words, range_words, rule_words, when_words

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


def _suite(name: str) -> dict[str, Any]:
    from frostgrid.cli.datasets import listed
    from suites.registry import suite as find

    found = find(name)
    return {
        "suite": name,
        "count": len(found.datasets),
        "flagged": len(found.flags),
        "datasets": listed(found),
    }


def _protocol(name: str) -> dict[str, Any]:
    from splits.frozen import FOLDER, SEED, read_frozen
    from splits.registry import protocols

    protocol = protocols()[name]
    frozen = {row.dataset for row in read_frozen(FOLDER, name)}
    return {
        "protocol": name,
        "summary": protocol.summary,
        "splits": protocol.count,
        "seed": SEED,
        "frozen_datasets": len(frozen),
    }


def _dataset(name: str, suite: str | None, target: str | None) -> dict[str, Any]:
    from frostgrid.cli.datasets import described
    from suites.registry import Reference
    from suites.registry import suite as find

    reference = find(suite, target).reference(name) if suite else Reference("catalogue", name)
    return described(reference, reference.load())


def _print(found: dict[str, Any]) -> None:
    from frostgrid.cli.output import print_records

    for key, value in found.items():
        if isinstance(value, list) and value and isinstance(value[0], dict):
            print_records(value, title=key)
        elif isinstance(value, list):
            print(f"{key}: {', '.join(map(str, value))}")
        else:
            print(f"{key}: {'' if value is None else value}")

"""``frostgrid list``: what there is."""

from __future__ import annotations

from typing import Any

from frostgrid.cli.main import DONE
from frostgrid.cli.output import print_json, print_records


def learners(*, json: bool = False) -> int:
    """List learners with language, package, version and whether they can run here."""
    from runners.availability import availability
    from runners.registry import learners as found

    rows = []
    for learner in found():
        state = availability(learner)
        rows.append(
            {
                "learner": learner.name,
                "language": learner.language,
                "package": learner.package,
                "version": state.version,
                "available": state.available,
                "reason": state.reason,
                "preprocessing": str(learner.preprocessing),
                "title": learner.title,
            }
        )
    return _print(rows, json)


def grids(*, json: bool = False) -> int:
    """List frozen grids with their rows, different configurations, and digests."""
    from grids.frozen import load, n_effective
    from grids.registry import spaces

    rows = []
    for space in spaces():
        grid = load(space.name)
        rows.append(
            {
                "grid": space.name,
                "rows": len(grid.rows),
                "different": n_effective(grid),
                "parameters": len(space.parameters),
                "version": space.version,
                "sha256": grid.sha256,
            }
        )
    return _print(rows, json)


def suites(*, json: bool = False) -> int:
    """List suites with the number of their datasets, and of those with flags."""
    from suites.registry import suite, suite_names

    rows = []
    for name in suite_names():
        found = suite(name)
        rows.append(
            {
                "suite": name,
                "datasets": len(found.datasets),
                "flagged": len(found.flags),
            }
        )
    return _print(rows, json)


def datasets(
    *,
    suite: str = "embedded",
    target: str | None = None,
    strict: bool = False,
    health: bool = False,
    json: bool = False,
) -> int:
    """List the datasets of a suite, a file or a folder with their shapes.

    Files that are on this machine are read, but for those that the catalogue describes.

    Parameters
    ----------
    suite
        Name of a suite, or a file, folder or mirror.
    target
        Target column of files.
    strict
        Leave out datasets with flags.
    health
        List what may be wrong with them; fetches those that are not on this machine.
    json
        Print JSON.
    """
    from frostgrid.cli.datasets import examined, listed
    from suites.registry import suite as find

    found = find(suite, target, strict=strict)
    return _print(examined(found) if health else listed(found), json)


def protocols(*, json: bool = False) -> int:
    """List the protocols that splits are drawn by."""
    from splits.registry import protocols as found

    rows = [{"protocol": p.name, "splits": p.count, "summary": p.summary} for p in found()]
    return _print(rows, json)


def studies(*, json: bool = False) -> int:
    """List the questions that 'frostgrid study' asks of a table of results."""
    from studies.registry import studies as found

    return _print([{"study": study.name, "title": study.title} for study in found()], json)


def _print(rows: list[dict[str, Any]], json: bool) -> int:
    if json:
        print_json(rows)
    else:
        print_records(rows)
    return DONE

"""``frostgrid list``: what there is."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from frostgrid.cli.main import DONE
from frostgrid.cli.output import print_json, print_records

_NAMES = 10
"""Names that a cell of a table has room for."""


def learners(*, json: bool = False) -> int:
    """List learners with language, package, version and whether they can run here."""
    from frostgrid.cli.lines import learner_line
    from runners.registry import learners as found

    rows = [{**learner_line(x), "preprocessing": str(x.preprocessing)} for x in found()]
    # A table has no room for it; it stands on the learner's own page.
    return _print(rows, json, without={"preprocessing"})


def grids(*, json: bool = False) -> int:
    """List frozen grids with their rows, different configurations, and digests."""
    from frostgrid.cli.lines import grid_line
    from grids.registry import spaces

    return _print([{"grid": space.name, **grid_line(space)} for space in spaces()], json)


def presets(*, json: bool = False) -> int:
    """List presets, whose spaces the grids are drawn from, with their learners and sources."""
    from frostgrid.cli.lines import preset_line
    from grids.registry import presets as found

    rows = [preset_line(preset) for preset in found()]
    for row in rows if not json else ():
        if len(row["learners"]) > _NAMES:
            row["learners"] = f"{len(row['learners'])} learners"
    return _print(rows, json)


def twins(*, json: bool = False) -> int:
    """List algorithms that R and Python both have, with how many of their arguments match."""
    from frostgrid.cli.lines import twin_line
    from grids.registry import twins as found

    return _print([twin_line(twin) for twin in found()], json, without={"r", "python"})


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


def _print(rows: list[dict[str, Any]], json: bool, without: Collection[str] = ()) -> int:
    if json:
        print_json(rows)
    else:
        print_records([{k: v for k, v in row.items() if k not in without} for row in rows])
    return DONE

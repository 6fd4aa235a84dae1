"""``frostgrid show``: one entry of any kind in full."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from frostgrid.base.errors import FrostgridError, UnknownNameError
from frostgrid.cli import pages
from frostgrid.cli.main import DONE
from frostgrid.cli.output import print_json, print_records
from grids.registry import presets, spaces, twins
from runners.registry import learners
from splits.registry import protocols
from suites.entry import entry_names
from suites.registry import suite_names


@dataclass(frozen=True, slots=True)
class Kind:
    """Entries of one kind.

    Attributes
    ----------
    name
        Of the kind; with an s, of the command that lists them.
    names
        Of its entries.
    page
        What there is to tell of the entry of a name.
    """

    name: str
    names: Callable[[], Iterable[str]]
    page: Callable[[str], dict[str, Any]]


KINDS = (
    Kind("learner", lambda: [x.name for x in learners()], pages.learner_page),
    Kind("grid", lambda: [x.name for x in spaces()], pages.grid_page),
    Kind("preset", lambda: [x.name for x in presets()], pages.preset_page),
    Kind("twin", lambda: [x.name for x in twins()], pages.twin_page),
    Kind("dataset", entry_names, pages.dataset_page),
    Kind("suite", suite_names, pages.suite_page),
    Kind("protocol", lambda: [x.name for x in protocols()], pages.protocol_page),
)


def show(
    name: str,
    *,
    suite: str | None = None,
    target: str | None = None,
    names: str | None = None,
    json: bool = False,
) -> int:
    """Show the learner, grid (preset/learner), preset, twin, dataset, suite or protocol NAME.

    Parameters
    ----------
    name
        Its name.
    suite
        Suite, file, folder or mirror that the dataset belongs to; the catalogue by default.
    target
        Target column of files.
    names
        Show instead the learner's twin, named in full or by its first word: sklearn, ranger, e1071,
        python, ...; it tells what the parameters of the one are called in the other.
    json
        Print JSON.
    """
    if names is not None:
        found = pages.twin_page(_twin(name, names))
    elif suite is not None:
        found = pages.dataset_page(name, suite, target)
    else:
        found = _page(name)
    if json:
        print_json(found)
    else:
        _print(found)
    return DONE


def _page(name: str) -> dict[str, Any]:
    every: list[str] = []
    for kind in KINDS:
        known = list(kind.names())
        if name in known:
            return kind.page(name)
        every += known
    kinds = [kind.name for kind in KINDS]
    raise UnknownNameError(
        _listed(kinds),
        name,
        every,
        listing=f"'frostgrid list KIND' tells all names, of {_listed([f'{k}s' for k in kinds])}",
    )


def _listed(words: list[str]) -> str:
    return f"{', '.join(words[:-1])} or {words[-1]}"


def _twin(name: str, other: str) -> str:
    """Name of the twin of the learner ``name`` whose other side ``other`` names or begins."""
    learner = learners()[name].name
    theirs = {
        next(side for side in twin.sides.values() if side != learner): twin.name
        for twin in twins()
        if learner in twin.sides.values()
    }
    if not theirs:
        hint = f"twins are {', '.join(twin.name for twin in twins())}"
        raise FrostgridError(f"{learner} has no twin", hint=hint)
    found = [side for side in theirs if side == other or side.startswith(f"{other}_")]
    if len(found) != 1:
        raise UnknownNameError(f"twin of {learner}", other, theirs)
    return theirs[found[0]]


def _print(found: dict[str, Any]) -> None:
    for key, value in found.items():
        if isinstance(value, list) and value and isinstance(value[0], dict):
            print_records(value, title=key)
        elif isinstance(value, list):
            print(f"{key}: {', '.join(map(str, value))}")
        else:
            print(f"{key}: {'' if value is None else value}")

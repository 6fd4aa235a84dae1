"""Grids as committed: one CSV file per space, whose bytes are checked before use."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from optuna.distributions import CategoricalDistribution, IntDistribution

from frostgrid.base.atomic import replacing
from frostgrid.base.digest import canonical, digest, digest_file
from frostgrid.base.errors import FrostgridError
from frostgrid.base.manifest import verify, write_manifest
from grids.draw import draw
from grids.registry import spaces, twins
from grids.space import Config, Distribution, Shape, Space, Value
from grids.twin import MARK, NoCounterpartError, Twin

FROZEN = Path(__file__).parent / "frozen"
SEED = 2026
ROWS = 1001
"""The default and 1,000 random rows."""

ENDLESS = Shape(rows=10**15, columns=10**15)
"""Data so large that no rule rounds two drawn values to one."""


@dataclass(frozen=True, slots=True, eq=False)
class FrozenGrid:
    """The rows of a space that everyone uses.

    Attributes
    ----------
    space
        What varies, and what a row means.
    rows
        Row ``i`` at position ``i``; row 0 is the default.
    sha256
        Digest of the file, 64 hexadecimal digits; of a twin's grid, of the mapping's version too.
    twin
        The pair of learners that the rows are for; None for the space's own learner alone.
    """

    space: Space
    rows: tuple[Config, ...]
    sha256: str
    twin: Twin | None = None

    @property
    def depends_on_data(self) -> bool:
        """Whether an effective configuration depends on the shape of the data."""
        return self.twin is not None or self.space.depends_on_data

    def configuration(self, learner: str, row: int, shape: Shape) -> Config | None:
        """Arguments that ``row`` means for ``learner``; None where its twin has no counterpart."""
        config = self.space.effective(self.rows[row], shape)
        if self.twin is None:
            return config
        try:
            return self.twin.configuration(learner, config, shape)
        except NoCounterpartError:
            return None


@cache
def load(name: str) -> FrozenGrid:
    """Return the frozen grid ``preset/learner``; a learner alone means ``frostgrid/learner``.

    A twin in the learner's place, ``preset/r~python``, means the rows of its R learner for both.

    Raises
    ------
    FrostgridError
        No space or twin has that name; otherwise as ``read``.
    """
    place, mark, _ = name.partition(MARK)
    grid = read(spaces()[place if "/" in place else f"frostgrid/{place}"], FROZEN)
    if not mark:
        return grid
    twin = twins()[name.rpartition("/")[2]]
    return replace(grid, twin=twin, sha256=digest([grid.sha256, twin.name, twin.version]))


def read(space: Space, folder: Path) -> FrozenGrid:
    """Read the grid of ``space`` from ``folder``.

    Raises
    ------
    FrostgridError
        The file is missing, was changed after it was frozen, or belongs to another version of
        the space.
    """
    path = verify(folder / space.preset, f"{space.learner}.csv", "frostgrid freeze grids")
    text = path.read_bytes().decode()
    if not text.startswith(_csv(space, 2)):
        raise FrostgridError(
            f"{path} was not drawn from version {space.version} of the space {space.name}",
            hint="if the space was changed on purpose, delete the file and freeze the grids again",
        )
    names = [p.name for p in space.parameters]
    lines = [line.split(",") for line in text.splitlines()[1:]]
    _, *columns = zip(*lines, strict=True)
    values = [
        [*map(_values(p.distribution), cells)]
        for p, cells in zip(space.parameters, columns, strict=True)
    ]
    rows = tuple(dict(zip(names, row, strict=True)) for _, *row in zip(lines, *values, strict=True))
    return FrozenGrid(space, rows, digest_file(path))


def freeze(folder: Path = FROZEN, rows: int = ROWS) -> list[Path]:
    """Write the grids that ``folder`` lacks, lengthen those below ``rows``; return what changed.

    Raises
    ------
    FrostgridError
        A frozen row is not what its space draws; it stays as it is.
    """
    changed = []
    for space in spaces():
        path = folder / space.preset / f"{space.learner}.csv"
        old = path.read_bytes() if path.exists() else b""
        new = _csv(space, max(rows, old.count(b"\n") - 1)).encode()
        if not new.startswith(old):
            raise FrostgridError(
                f"{path} holds rows that version {space.version} of {space.name} does not draw",
                hint="restore it; if the space was changed on purpose, delete it",
            )
        if new != old:
            path.parent.mkdir(parents=True, exist_ok=True)
            with replacing(path) as temporary:
                temporary.write_bytes(new)
            changed.append(path)
    for preset in {space.preset for space in spaces()}:
        write_manifest(folder / preset)
    return changed


def n_effective(grid: FrozenGrid, shape: Shape = ENDLESS) -> int:
    """Count the distinct effective configurations of ``grid`` on data of ``shape``."""
    return len({canonical(grid.space.effective(row, shape)) for row in grid.rows})


def _csv(space: Space, rows: int) -> str:
    lines = [["row", *(p.name for p in space.parameters)]]
    for row in range(rows):
        lines.append([str(row), *map(_text, draw(space, SEED, row).values())])
    return "".join(",".join(cells) + "\n" for cells in lines)


def _text(value: Value) -> str:
    """Text of a cell, empty for None; a float's is the shortest that reads back the same."""
    if value is None:
        return ""
    return str(value).lower() if isinstance(value, bool) else str(value)


def _values(distribution: Distribution) -> Callable[[str], Value]:
    """The inverse of ``_text`` for values of ``distribution``."""
    if isinstance(distribution, CategoricalDistribution):
        choices: dict[str, Value] = {_text(choice): choice for choice in distribution.choices}
        return (choices | {"": None}).__getitem__
    number = int if isinstance(distribution, IntDistribution) else float
    return lambda text: number(text) if text else None

"""R files of learners, and what their headers say; starts no R."""

from __future__ import annotations

from dataclasses import dataclass, fields
from pathlib import Path
from typing import Literal, get_args

from frostgrid.base.errors import FrostgridError

SCRIPTS = Path(__file__).parent / "R"

_Data = Literal["frame", "matrix"]
_MARK = "#|"
_OPTIONAL = {"traits"}


@dataclass(frozen=True, slots=True)
class Script:
    """A learner written in R.

    The file holds two functions: ``fit(x, y, config, seed)``, with R's random stream already at
    ``seed``, and ``prob(model, x)``, which gives a matrix with the levels of ``y`` as column
    names. A third one, ``decision(model, x)``, is for learners with decision values: a matrix with
    a column named ``a/b`` for every pair of levels, positive where it says ``a``. Its first lines
    are ``#| key: value`` for every attribute below but ``path``; ``traits`` may be left out.

    Attributes
    ----------
    path
        The file; its stem is the learner's name.
    title
        One line for listings.
    package
        R package that implements it.
    version
        Of the file; raise it when results may change.
    preprocessing
        Text form of the preprocessing that stands before it by default.
    data
        What ``x`` is: a data frame with factors, or a numeric matrix.
    traits
        What the learner is like by its nature, words apart by blanks.
    """

    path: Path
    title: str
    package: str
    version: int
    preprocessing: str
    data: _Data
    traits: str = ""

    @property
    def name(self) -> str:
        """Name of the learner."""
        return self.path.stem


def read_script(path: Path) -> Script:
    """Script in the file ``path``; raises ``FrostgridError`` if its header is not as described."""
    found: dict[str, str] = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        if not line.startswith(_MARK):
            break
        key, colon, value = line.removeprefix(_MARK).partition(":")
        if not colon or key.strip() in found:
            raise _malformed(path, f"cannot use the line {line!r}")
        found[key.strip()] = value.strip()
    keys = {field.name for field in fields(Script)} - {"path"}
    given = {key for key, value in found.items() if value}
    if wrong := sorted((given - keys) | (keys - given - _OPTIONAL)):
        what = "lacks" if wrong[0] in keys else "does not know"
        raise _malformed(path, f"the header {what} {wrong[0]!r}")
    if not found["version"].isdecimal():
        raise _malformed(path, f"the version {found['version']!r} is no whole number")
    for kind in get_args(_Data):
        if found["data"] == kind:
            return Script(
                path=path,
                title=found["title"],
                package=found["package"],
                version=int(found["version"]),
                preprocessing=found["preprocessing"],
                data=kind,
                traits=found.get("traits", ""),
            )
    raise _malformed(path, f"data is {found['data']!r}, neither frame nor matrix")


def scripts(folder: Path = SCRIPTS) -> list[Script]:
    """Every R learner, by name."""
    return [read_script(path) for path in sorted(folder.glob("*.R"))]


def _malformed(path: Path, what: str) -> FrostgridError:
    return FrostgridError(
        f"{path.name}: {what}",
        hint="start the file as the other R learners do, for example ranger.R",
    )

"""An algorithm in R and in Python: which argument of one package is which of the other."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from frostgrid.base.errors import FrostgridError
from grids.space import Config, Shape, Value

Side = Literal["r", "python"]
Rule = Callable[[Config, Shape], Value]

MARK = "~"
"""Stands in a twin's name between its learners."""


class NoCounterpartError(FrostgridError):
    """A configuration of the R learner that the Python learner cannot be given."""


@dataclass(frozen=True, slots=True)
class Counterpart:
    """An argument that both sides have.

    Attributes
    ----------
    r, python
        Its names.
    rule
        Python's value from the R learner's arguments and the shape of the training rows; None from
        it leaves the argument out. Without a rule, the value is the same and is left out where R's
        is. May raise ``NoCounterpartError``.
    how
        The rule in words, and why.
    """

    r: str
    python: str
    rule: Rule | None = None
    how: str = "the same"


@dataclass(frozen=True, slots=True)
class Held:
    """An argument of one side that has one value in all evaluations of the twin.

    Attributes
    ----------
    side, name
        Which argument.
    value
        Its value; where the grid has the argument, the grid's value does not count.
    why
        What would differ otherwise.
    """

    side: Side
    name: str
    value: Value
    why: str


@dataclass(frozen=True, slots=True)
class Alone:
    """An argument that a grid varies and the other side does not have.

    Attributes
    ----------
    side, name
        Which argument.
    why
        What the other side does in its place.
    only
        Of an argument of R, the values that the Python learner does match; rows of the grid with
        others are evaluated on neither side. Empty for an argument that changes nothing here: it
        is left out.
    """

    side: Side
    name: str
    why: str
    only: tuple[Value, ...] = ()


@dataclass(frozen=True, slots=True)
class Twin:
    """The same algorithm in R and in Python, given the same configurations on the same matrix.

    Attributes
    ----------
    r, python
        Names of the learners.
    version
        Of this mapping; raise it when configurations may change.
    preprocessing
        What stands before both, in text form, so that both see the same numbers.
    counterparts, held, alone
        What is known of every argument that a grid of either learner varies.
    differences
        What no argument governs, a sentence each.
    source
        What the mapping rests on.
    """

    r: str
    python: str
    version: int
    preprocessing: str
    counterparts: tuple[Counterpart, ...]
    held: tuple[Held, ...]
    alone: tuple[Alone, ...]
    differences: tuple[str, ...]
    source: str

    @property
    def name(self) -> str:
        """Both names, for example ``ranger~sklearn_random_forest``."""
        return f"{self.r}{MARK}{self.python}"

    @property
    def sides(self) -> dict[Side, str]:
        """The learners."""
        return {"r": self.r, "python": self.python}

    def configuration(self, learner: str, config: Config, shape: Shape) -> Config:
        """What ``learner`` is called with where the R learner's grid says ``config``.

        Parameters
        ----------
        learner
            Either side's name.
        config
            An effective configuration of the R learner.
        shape
            Of the training rows, features counted before encoding.

        Raises
        ------
        NoCounterpartError
            The Python learner cannot do the same; neither side is evaluated.
        """
        for alone in self.alone:
            value = config.get(alone.name)
            if alone.only and value is not None and value not in alone.only:
                raise NoCounterpartError(f"{alone.name} = {value}: {alone.why}")
        translated = self._translated(config, shape)  # of both sides or of neither
        if learner == self.python:
            return translated | self._held("python")
        inert = {alone.name for alone in self.alone if alone.side == "r" and not alone.only}
        kept = {name: value for name, value in config.items() if name not in inert}
        return kept | self._held("r")

    def _translated(self, config: Config, shape: Shape) -> dict[str, Value]:
        found: dict[str, Value] = {}
        for pair in self.counterparts:
            value = pair.rule(config, shape) if pair.rule else config.get(pair.r)
            if value is not None:
                found[pair.python] = value
        return found

    def _held(self, side: Side) -> dict[str, Value]:
        return {held.name: held.value for held in self.held if held.side == side}

    def names(self) -> Iterator[Mapping[str, str]]:
        """A line per argument: its names in R and in Python, and what is done with it."""
        for pair in self.counterparts:
            yield {self.r: pair.r, self.python: pair.python, "how": pair.how}
        for held in self.held:
            yield self._line(held.side, held.name, f"held at {held.value}: {held.why}")
        for alone in self.alone:
            only = f", rows with {_listed(alone.only)} only" if alone.only else ""
            yield self._line(alone.side, alone.name, f"no counterpart{only}: {alone.why}")

    def _line(self, side: Side, name: str, how: str) -> dict[str, str]:
        cells = {self.r: "", self.python: "", "how": how}
        cells[self.sides[side]] = name
        return cells


def _listed(values: Iterable[Value]) -> str:
    return " or ".join(map(str, values))

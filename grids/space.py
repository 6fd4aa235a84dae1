"""What of a learner may vary, and what a row of its grid means on given data."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from optuna.distributions import (
    CategoricalDistribution,
    FloatDistribution,
    IntDistribution,
)

Value = bool | int | float | str | None
Config = Mapping[str, Value]
Distribution = FloatDistribution | IntDistribution | CategoricalDistribution


@dataclass(frozen=True, slots=True)
class Shape:
    """What a data-dependent parameter may depend on.

    Attributes
    ----------
    rows
        Training rows ``n``.
    columns
        Features of the dataset ``p``, before any encoding.
    """

    rows: int
    columns: int


@dataclass(frozen=True, slots=True)
class Parameter:
    """One parameter of a learner.

    Attributes
    ----------
    name
        Column of the grid.
    distribution
        Range and scale that values are drawn from.
    default
        The package's own default, written into row 0. None means that the package computes it
        (``default_rule`` says how, if it is known to depend on the data alone).
    when
        ``(other, values)``: active only where the parameter ``other`` has one of ``values`` and
        is active itself. ``other`` stands earlier in the space.
    argument
        Argument of the package that the value is passed as; ``name`` if empty.
    rule
        Turns the drawn value into the argument's value on data of a given shape, for example a
        share of columns into a number of columns.
    default_rule
        The argument's value where the grid says None.
    """

    name: str
    distribution: Distribution
    default: Value
    when: tuple[str, tuple[Value, ...]] | None = None
    argument: str = ""
    rule: Callable[[float, Shape], Value] | None = None
    default_rule: Callable[[Shape], Value] | None = None


@dataclass(frozen=True, slots=True)
class Space:
    """The parameters of a learner that a grid varies.

    Attributes
    ----------
    preset, learner
        Whose choice of ranges, and for which learner; together the name ``preset/learner``.
    version
        Part of every draw's identity: raise it when a parameter is added, removed or changed.
    parameters
        In the order of the grid's columns.
    source
        Where the ranges come from.
    """

    preset: str
    learner: str
    version: int
    parameters: tuple[Parameter, ...]
    source: str

    @property
    def name(self) -> str:
        """``preset/learner``, for example ``frostgrid/ranger``."""
        return f"{self.preset}/{self.learner}"

    @property
    def depends_on_data(self) -> bool:
        """Whether an effective configuration depends on the shape of the data."""
        return any(p.rule or p.default_rule for p in self.parameters)

    def effective(self, row: Config, shape: Shape) -> dict[str, Value]:
        """Arguments that ``row`` means on data of ``shape``.

        Inert parameters are left out, defaults filled in, data-dependent values computed; what
        only the package itself can compute is left out. Two rows with equal effective
        configurations are one configuration.
        """
        active: dict[str, Value] = {}
        arguments: dict[str, Value] = {}
        for p in self.parameters:
            if p.when and (p.when[0] not in active or active[p.when[0]] not in p.when[1]):
                continue
            value = row[p.name]
            active[p.name] = value
            if value is None:
                value = p.default_rule(shape) if p.default_rule else None
            elif p.rule:
                if isinstance(value, str):
                    raise TypeError(f"{self.name}: a rule on the text parameter {p.name}")
                value = p.rule(value, shape)
            if value is not None:
                arguments[p.argument or p.name] = value
        return arguments

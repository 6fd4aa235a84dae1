"""Configurations as numbers, for a regression of their cost."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import log

import numpy as np

from frostgrid.base.arrays import FloatMatrix
from grids.space import Config, Value

_WIDE = 10.0  # from this ratio of largest to smallest on, a number is taken as its logarithm
_FAR = 3.0  # numbers beyond this many times the range that was seen are taken as just that far


@dataclass(frozen=True, slots=True)
class _Number:
    argument: str
    as_log: bool
    middle: float
    half: float

    def of(self, value: Value) -> float:
        if isinstance(value, bool | str | None) or (self.as_log and value <= 0):
            return 0.0
        scaled = ((log(value) if self.as_log else value) - self.middle) / self.half
        return min(max(scaled, -_FAR), _FAR)


@dataclass(frozen=True, slots=True)
class Encoding:
    """How the configurations of one learner become rows of a matrix.

    Attributes
    ----------
    numbers
        Arguments with numbers; their range becomes -1 .. 1, and 0 where one is not given.
    choices
        Arguments and other values they can have; 1 where they have it.
    """

    numbers: tuple[_Number, ...]
    choices: tuple[tuple[str, Value], ...]

    @classmethod
    def of(cls, configs: Iterable[Config]) -> Encoding:
        """Encoding that tells ``configs`` apart."""
        values: dict[str, set[float]] = {}
        choices: set[tuple[str, Value]] = set()
        for config in configs:
            for argument, value in config.items():
                if isinstance(value, int | float) and not isinstance(value, bool):
                    values.setdefault(argument, set()).add(float(value))
                else:
                    choices.add((argument, value))
        return cls(
            tuple(_number(argument, seen) for argument, seen in sorted(values.items())),
            tuple(sorted(choices, key=str)),
        )

    @property
    def width(self) -> int:
        """Columns of the matrix."""
        return len(self.numbers) + len(self.choices)

    def encode(self, configs: Sequence[Config]) -> FloatMatrix:
        """Matrix of shape ``(len(configs), width)``."""
        rows = [
            [
                *(number.of(config.get(number.argument)) for number in self.numbers),
                *(float(config.get(name) == value) for name, value in self.choices),
            ]
            for config in configs
        ]
        return np.array(rows, dtype=float).reshape(len(configs), self.width)


def _number(argument: str, seen: set[float]) -> _Number:
    low, high = min(seen), max(seen)
    as_log = low > 0 and high / low >= _WIDE
    if as_log:
        low, high = log(low), log(high)
    return _Number(argument, as_log, (low + high) / 2, (high - low) / 2 or 1.0)

"""Parts of a plan that is not the product of its datasets, splits, learners and rows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from frostgrid.base.ranges import parse_ranges, ranges_text


@dataclass(frozen=True, slots=True)
class Part:
    """Splits on which the same is planned.

    A merge of runs that asked for different things makes parts. Every split of a plan with parts
    is in one of them.

    Attributes
    ----------
    splits
        Positions of splits, ascending, by the name of their dataset.
    rows
        Grid rows, ascending, of each learner in the order of the plan; none where it has no part.
    """

    splits: Mapping[str, tuple[int, ...]]
    rows: tuple[tuple[int, ...], ...]

    def to_dict(self) -> dict[str, Any]:
        """What TOML can say."""
        return {
            "splits": {name: ranges_text(positions) for name, positions in self.splits.items()},
            "rows": [ranges_text(rows) for rows in self.rows],
        }

    @classmethod
    def from_dict(cls, found: Mapping[str, Any]) -> Part:
        """Part of what ``to_dict`` gave."""
        return cls(
            {name: parse_ranges(text, "splits") for name, text in found["splits"].items()},
            tuple(parse_ranges(text, "rows") if text else () for text in found["rows"]),
        )

"""One frozen pair of row sets, and what a protocol is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from frostgrid.base.arrays import IndexVector, LabelVector
from frostgrid.base.digest import digest_arrays


@dataclass(frozen=True, eq=False)
class Split:
    """One train/test pair of a dataset with ``n`` rows; positions, never labels.

    Attributes
    ----------
    protocol
        Name of the protocol that drew it.
    index
        Position in the frozen sequence, counted from 0.
    train
        Rows to fit on, values in ``[0, n)``; a row may occur several times.
    test
        Rows to score on, ascending and unique, none of them in ``train``.
    redraws
        Draws thrown away before this one because a class was missing in train or test.
    """

    protocol: str
    index: int
    train: IndexVector
    test: IndexVector
    redraws: int

    @cached_property
    def digest(self) -> str:
        """SHA-256 of the two row sets."""
        return digest_arrays(self.train, self.test)


@dataclass(frozen=True, slots=True)
class Protocol:
    """A rule that draws splits.

    Attributes
    ----------
    name
        Registry name.
    summary
        One line for listings.
    count
        Number of splits it freezes per dataset.
    draw
        ``draw(y, dataset_digest, seed, index)`` gives split ``index`` of a dataset with class
        codes ``y``; a function of its arguments alone. Raises ``FrostgridError`` where no draw
        can put every class into train and test.
    """

    name: str
    summary: str
    count: int
    draw: Callable[[LabelVector, str, int, int], Split]

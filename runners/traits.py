"""What a learner is like by its nature, declared beside it: readers are told, tests expect it."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum

from frostgrid.base.errors import UnknownNameError


class Trait(StrEnum):
    """A fact about a learner that its numbers show; ``meaning`` says it in words."""

    SEEDLESS = "seedless"
    UNORDERED = "unordered"
    BLIND = "blind"
    PROPORTIONS = "proportions"
    COARSE = "coarse"
    FEW_CLASSES = "few_classes"

    @property
    def meaning(self) -> str:
        """One sentence for readers."""
        return _MEANINGS[self]


_MEANINGS = {
    Trait.SEEDLESS: "Nothing is random: another seed gives the same numbers.",
    Trait.UNORDERED: "The order of columns changes numbers by no more than their convergence.",
    Trait.BLIND: "It ignores the features.",
    Trait.PROPORTIONS: (
        "It sees what share of a row's sum a column has: all of it, where it is the only one."
    ),
    Trait.COARSE: "It sees less of a number than its size, or stops as soon as the classes fit.",
    Trait.FEW_CLASSES: "It does badly on many classes, however far apart they are.",
}


def parse_traits(words: Iterable[str], where: str) -> frozenset[Trait]:
    """Traits with these names; ``where`` they are written is for the message."""
    found = set()
    for word in words:
        if word not in _MEANINGS:
            raise UnknownNameError(f"trait in {where}", word, map(str, Trait))
        found.add(Trait(word))
    return frozenset(found)

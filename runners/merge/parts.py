"""What several plans hold, as parts of one: their union, and nothing that none asked for."""

from __future__ import annotations

from collections.abc import Sequence

from runners.parts import Part
from runners.plan import Plan, Product


def parts_of(whole: Plan, plans: Sequence[Plan]) -> tuple[Part, ...]:
    """Parts of ``whole`` that hold what any of ``plans`` holds; none if that is all of it.

    They depend on what is planned where, not on how the plans say it, so that no order and no
    repetition of a merge matters.

    Parameters
    ----------
    whole
        Has every dataset, split, learner and row of the plans.
    plans
        What to join.
    """
    products = [product for plan in plans for product in plan.products()]
    holding: dict[tuple[str, int], tuple[int, ...]] = {}
    for number, product in enumerate(products):
        for dataset in product.datasets:
            for split in dataset.splits:
                place = dataset.name, split.index
                holding[place] = (*holding.get(place, ()), number)
    rows = {
        numbers: _rows(whole, [products[number] for number in numbers])
        for numbers in set(holding.values())
    }
    found: dict[tuple[tuple[int, ...], ...], dict[str, tuple[int, ...]]] = {}
    for dataset in whole.datasets:
        for split in dataset.splits:
            splits = found.setdefault(rows[holding[dataset.name, split.index]], {})
            splits[dataset.name] = (*splits.get(dataset.name, ()), split.index)
    if list(found) == [(whole.rows,) * len(whole.learners)]:
        return ()
    return tuple(Part(splits, planned) for planned, splits in found.items())


def _rows(whole: Plan, products: Sequence[Product]) -> tuple[tuple[int, ...], ...]:
    """Rows of each learner of ``whole`` that any of ``products`` has, ascending."""
    return tuple(
        tuple(sorted({row for product in products for row in product.rows.get(learner, ())}))
        for learner in whole.learners
    )

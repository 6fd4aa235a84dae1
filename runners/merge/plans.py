"""The plan of merged runs: what any of them planned, and nothing else."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import reduce
from typing import Any, TypeVar

from frostgrid.base.digest import canonical
from frostgrid.base.errors import FrostgridError
from runners.merge.parts import parts_of
from runners.plan import Limits, Plan, PlannedDataset, PlannedLearner, PlannedSplit

T = TypeVar("T")
Named = tuple[str, Plan]


def union(plans: Mapping[str, Plan]) -> Plan:
    """One plan with exactly the evaluations of all, not counted yet.

    The order of ``plans`` does not matter. A shard counts as the whole that it is a share of.

    Parameters
    ----------
    plans
        By the name to call them in an error.

    Raises
    ------
    FrostgridError
        Two of them cannot be parts of one run; the message names what differs.
    """
    _, found = reduce(_both, plans.items())
    return replace(found, shard=None)


def larger(limits: Sequence[Limits]) -> Limits:
    """Limits that allow what any of ``limits`` allows."""
    return Limits(max(one.seconds for one in limits), max(one.memory for one in limits))


def _both(one: Named, other: Named) -> Named:
    names, (a, b) = (one[0], other[0]), (one[1], other[1])
    differing = _differing(a, b)
    if differing:
        raise FrostgridError(
            f"{names[0]} and {names[1]} are no parts of one run: {'; '.join(differing)}",
            hint="merge runs that were planned with the same frostgrid and the same settings",
        )
    merged = replace(
        a,
        suite=" + ".join(sorted({*a.suite.split(" + "), *b.suite.split(" + ")})),
        rows=tuple(sorted({*a.rows, *b.rows})),
        datasets=_joined(a.datasets, b.datasets, lambda dataset: dataset.name, _dataset),
        learners=_joined(a.learners, b.learners, _place, lambda x, _: x),
        software={name: a.software.get(name) or b.software.get(name, "") for name in _all(a, b)},
        evaluations=0,
        effective=0,
        parts=(),
    )
    return f"{names[0]} with {names[1]}", replace(merged, parts=parts_of(merged, (a, b)))


def _differing(a: Plan, b: Plan) -> list[str]:
    found = [
        f"{name} is {getattr(a, name)!r} and {getattr(b, name)!r}"
        for name in ("experiment", "protocol", "seed", "subset", "keep_predictions")
        if getattr(a, name) != getattr(b, name)
    ]
    found += [
        f"{name} is {a.software[name]} and {b.software[name]}"
        for name in sorted(a.software.keys() & b.software.keys())
        if a.software[name] and b.software[name] and a.software[name] != b.software[name]
    ]
    ours = {_place(learner): learner for learner in a.learners}
    found += [
        f"the adapter or the grid of {learner.name} is another"
        for learner in b.learners
        if ours.get(_place(learner), learner) != learner
    ]
    sets = {dataset.name: dataset for dataset in a.datasets}
    for dataset in b.datasets:
        if dataset.name in sets:
            found += _other_data(sets[dataset.name], dataset)
    names = {dataset.digest: dataset.name for dataset in a.datasets}
    found += [
        f"{names[dataset.digest]} and {dataset.name} are the same data under two names"
        for dataset in b.datasets
        if names.get(dataset.digest, dataset.name) != dataset.name
    ]
    return found


def _other_data(a: PlannedDataset, b: PlannedDataset) -> list[str]:
    if a.digest != b.digest:
        return [f"the data of {a.name} is another"]
    ours = {split.index: split for split in a.splits}
    others = [split.index for split in b.splits if ours.get(split.index, split) != split]
    return [f"split {index} of {a.name} has other rows" for index in others]


def _place(learner: PlannedLearner) -> tuple[str, str, str]:
    return learner.name, learner.preprocessing, learner.grid


def _dataset(a: PlannedDataset, b: PlannedDataset) -> PlannedDataset:
    splits = _joined(a.splits, b.splits, lambda split: split.index, _first_split)
    reference = min(a.reference, b.reference, key=lambda found: canonical(dict(found)))
    return replace(a, reference=reference, splits=splits)


def _first_split(a: PlannedSplit, _: PlannedSplit) -> PlannedSplit:
    return a


def _joined(
    ours: tuple[T, ...],
    theirs: tuple[T, ...],
    name: Callable[[T], Any],
    both: Callable[[T, T], T],
) -> tuple[T, ...]:
    """Entries of either, in the order that they share, else sorted by name."""
    old, new = ({name(entry): entry for entry in entries} for entries in (ours, theirs))
    found = {
        place: both(old[place], new[place]) if place in old and place in new else entry
        for place, entry in (old | new).items()
    }
    places = list(old) if list(old) == list(new) else sorted(found)
    return tuple(found[place] for place in places)


def _all(a: Plan, b: Plan) -> list[str]:
    return sorted({*a.software, *b.software})

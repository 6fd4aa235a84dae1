"""In what two plans differ, and in what the software here is not that of a plan."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import fields

from frostgrid.base.ranges import ranges_text
from runners.plan import Plan, PlannedDataset, PlannedLearner


def differences(stored: Plan, asked: Plan, unable: Mapping[str, str]) -> list[str]:
    """One line for each part in which two plans differ; empty if they are the same.

    Parameters
    ----------
    stored, asked
        The plan of a run, and what is asked for now.
    unable
        Why learners cannot run here, by name.
    """
    found = []
    for name in ("experiment", "suite", "protocol", "seed", "subset", "keep_predictions"):
        old, new = getattr(stored, name), getattr(asked, name)
        if old != new:
            found.append(f"{name}: {old!r} stored, {new!r} asked")
    if stored.shard != asked.shard:
        old, new = (str(plan.shard or "the whole") for plan in (stored, asked))
        found.append(f"shard: {old} stored, {new} asked")
    if stored.rows != asked.rows:
        found.append(f"rows: {ranges_text(stored.rows)} stored, {ranges_text(asked.rows)} asked")
    found += _named(
        "dataset", {d.name: d for d in stored.datasets}, {d.name: d for d in asked.datasets}, {}
    )
    learners, others = _labelled(stored, asked)
    reasons = {label: unable[x.name] for label, x in learners.items() if x.name in unable}
    found += _named("learner", learners, others, reasons)
    if stored.parts != asked.parts and not found:
        found.append(_first_other(stored, asked))
    # What no learner asked for needs is told with the learner.
    common = {name: stored.software[name] for name in stored.software if name in asked.software}
    found += changed_software(common, asked.software)
    return found


def changed_software(stored: Mapping[str, str], present: Mapping[str, str]) -> list[str]:
    """One line for each package whose version is not the one stored."""
    return [
        f"{name}: version {version} stored, {present.get(name) or 'none'} here"
        for name, version in stored.items()
        if version and present.get(name) != version
    ]


def changed_adapters(plan: Plan, present: Mapping[str, int]) -> list[str]:
    """One line for each learner of ``plan`` whose adapter has another version in ``present``."""
    return [
        f"adapter of {learner.name}: version {learner.adapter} stored, {present[learner.name]} here"
        for learner in plan.learners
        if present[learner.name] != learner.adapter
    ]


def _labelled(*plans: Plan) -> list[dict[str, PlannedLearner]]:
    """Learners of each plan by what to call them; with their grid, where presets share a name."""
    often = {
        label
        for plan in plans
        for label, count in Counter(learner.label for learner in plan.learners).items()
        if count > 1
    }
    return [
        {
            f"{learner.label} of {learner.grid}"
            if learner.label in often
            else learner.label: learner
            for learner in plan.learners
        }
        for plan in plans
    ]


def _first_other(stored: Plan, asked: Plan) -> str:
    """Where plans of the same datasets, learners and rows differ, for one place at least."""
    old, new = _planned(stored), _planned(asked)
    (dataset, split, label), rows = next(
        (place, rows) for place, rows in old.items() if new[place] != rows
    )
    others = new[dataset, split, label]
    return (
        f"rows of {label} on split {split} of {dataset}, and maybe others:"
        f" {ranges_text(rows) or 'none'} stored, {ranges_text(others) or 'none'} asked"
    )


def _planned(plan: Plan) -> dict[tuple[str, int, str], tuple[int, ...]]:
    (labels,) = _labelled(plan)
    return {
        (dataset.name, split.index, label): product.rows.get(learner, ())
        for product in plan.products()
        for dataset in product.datasets
        for split in dataset.splits
        for label, learner in labels.items()
    }


def _named(
    kind: str,
    old: Mapping[str, PlannedDataset] | Mapping[str, PlannedLearner],
    new: Mapping[str, PlannedDataset] | Mapping[str, PlannedLearner],
    unable: Mapping[str, str],
) -> list[str]:
    found = [
        f"{kind} {name}: in the plan, but it cannot run here ({unable[name]})"
        if name in unable
        else f"{kind} {name}: in the plan, not asked for"
        for name in old
        if name not in new
    ]
    found += [f"{kind} {name}: asked for, not in the plan" for name in new if name not in old]
    for name in (name for name in old if name in new):
        parts = [
            field.name
            for field in fields(old[name])
            if field.name != "reference"
            and getattr(old[name], field.name) != getattr(new[name], field.name)
        ]
        if parts:
            found.append(f"{kind} {name}: another {', '.join(parts)}")
    return found

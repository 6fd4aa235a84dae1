"""The plan of a run: what is to be evaluated, pinned by digests, kept as ``run.toml``."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

import tomli_w

from frostgrid.base.atomic import replacing
from frostgrid.base.digest import digest
from frostgrid.base.errors import FrostgridError
from frostgrid.base.ranges import parse_ranges, ranges_text
from runners.shard import Shard

FORMAT = 1


@dataclass(frozen=True, slots=True)
class PlannedSplit:
    """A split by its position, the digest of its rows, and its number of training rows."""

    index: int
    digest: str
    n_train: int


@dataclass(frozen=True, slots=True)
class PlannedDataset:
    """A dataset of a plan.

    Attributes
    ----------
    name, digest
        Name, and digest of the content.
    reference
        What a worker loads it from, see ``suites.reference``.
    n_rows, n_columns, n_classes
        Its shape.
    splits
        Those of the plan.
    """

    name: str
    digest: str
    reference: Mapping[str, Any]
    n_rows: int
    n_columns: int
    n_classes: int
    splits: tuple[PlannedSplit, ...]


@dataclass(frozen=True, slots=True)
class PlannedLearner:
    """A learner of a plan: its adapter's version, what stands before it, and its frozen grid."""

    name: str
    adapter: int
    preprocessing: str
    grid: str
    grid_sha256: str

    @property
    def label(self) -> str:
        """Its name, with the twin it stands in here: one learner may be a side of several."""
        _, _, twin = self.grid.partition("/")
        return self.name if twin == self.name else f"{self.name} ({twin})"


@dataclass(frozen=True, slots=True)
class Plan:
    """Everything that decides which evaluations a run holds.

    Attributes
    ----------
    experiment
        ``"grid"``.
    suite
        Name or folder the datasets come from, as the user gave it.
    protocol, seed
        How splits are drawn.
    rows
        Grid rows, ascending.
    subset
        Which training rows of a split are used.
    datasets, learners
        In the order of evaluation.
    software
        Versions that results depend on, by package; a run is made with one set of them.
    evaluations, effective
        How many evaluations are planned, and how many differ after leaving out inert parameters.
    keep_predictions
        Whether the class probabilities of every test row are kept.
    shard
        The part of all this that the run makes; None for the whole.
    """

    experiment: str
    suite: str
    protocol: str
    seed: int
    rows: tuple[int, ...]
    subset: str
    datasets: tuple[PlannedDataset, ...]
    learners: tuple[PlannedLearner, ...]
    software: Mapping[str, str]
    evaluations: int
    effective: int
    keep_predictions: bool = False
    shard: Shard | None = None

    def together(self) -> dict[tuple[str, str], list[PlannedLearner]]:
        """Learners by name and preprocessing: one that is planned with two grids is one learner."""
        found: dict[tuple[str, str], list[PlannedLearner]] = {}
        for learner in self.learners:
            found.setdefault((learner.name, learner.preprocessing), []).append(learner)
        return found


@dataclass(frozen=True, slots=True)
class Limits:
    """What one evaluation may use.

    Attributes
    ----------
    seconds
        Wall-clock time of preparation, fit and prediction.
    memory
        Resident bytes of the worker with all its children.
    """

    seconds: float
    memory: int

    def __str__(self) -> str:
        return f"{self.seconds:g} s and {self.memory / 1e6:,.0f} MB"


def differences(stored: Plan, asked: Plan) -> list[str]:
    """One line for each part in which two plans differ; empty if they are the same."""
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
        "dataset", {d.name: d for d in stored.datasets}, {d.name: d for d in asked.datasets}
    )
    found += _named(
        "learner", {x.label: x for x in stored.learners}, {x.label: x for x in asked.learners}
    )
    found += changed_software(stored.software, asked.software)
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


def _named(
    kind: str,
    old: Mapping[str, PlannedDataset] | Mapping[str, PlannedLearner],
    new: Mapping[str, PlannedDataset] | Mapping[str, PlannedLearner],
) -> list[str]:
    found = [f"{kind} {name}: stored, not asked" for name in old if name not in new]
    found += [f"{kind} {name}: asked, not stored" for name in new if name not in old]
    for name in old.keys() & new.keys():
        parts = [
            field.name
            for field in fields(old[name])
            if field.name != "reference"
            and getattr(old[name], field.name) != getattr(new[name], field.name)
        ]
        if parts:
            found.append(f"{kind} {name}: another {', '.join(parts)}")
    return found


def write_plan(plan: Plan, limits: Limits, path: Path) -> None:
    """Write ``run.toml``."""
    document = asdict(plan) | {
        "format": FORMAT,
        "rows": ranges_text(plan.rows),
        "limits": asdict(limits),
        "datasets": [
            asdict(dataset)
            | {"splits": [[split.index, split.digest, split.n_train] for split in dataset.splits]}
            for dataset in plan.datasets
        ],
    }
    if plan.shard:
        document["shard"] = str(plan.shard)
    else:
        del document["shard"]  # TOML has no null
    document["digest"] = digest(document)
    with replacing(path) as temporary:
        temporary.write_text(tomli_w.dumps(document), encoding="utf-8")


def read_plan(path: Path) -> tuple[Plan, Limits]:
    """Read ``run.toml``."""
    if not path.exists():
        raise FrostgridError(
            f"{path.parent} holds no run: {path.name} is missing",
            hint="start one with 'frostgrid run grid --out DIR'",
        )
    try:
        document = tomllib.loads(path.read_text(encoding="utf-8"))
        written = document.pop("digest")
        if document["format"] != FORMAT:
            raise FrostgridError(
                f"{path} has another format", hint="use the frostgrid that wrote it"
            )
        if written != digest(document):
            raise FrostgridError(
                f"{path} was changed after it was written",
                hint="restore it, or start a new run in another folder",
            )
        del document["format"]
        limits = Limits(**document.pop("limits"))
        document["rows"] = parse_ranges(document["rows"], "rows")
        if "shard" in document:
            document["shard"] = Shard.parse(document["shard"])
        document["datasets"] = tuple(
            PlannedDataset(
                **dataset | {"splits": tuple(PlannedSplit(*split) for split in dataset["splits"])}
            )
            for dataset in document["datasets"]
        )
        document["learners"] = tuple(PlannedLearner(**entry) for entry in document["learners"])
        return Plan(**document), limits
    except (tomllib.TOMLDecodeError, KeyError, TypeError, ValueError) as error:
        raise FrostgridError(
            f"{path} is damaged: {error}",
            hint="restore it, or plan the same run anew in another folder and merge",
        ) from error

"""The plan of a run: what is to be evaluated, pinned by digests, kept as ``run.toml``."""

from __future__ import annotations

import tomllib
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import tomli_w

from frostgrid.base.atomic import replacing
from frostgrid.base.command import command
from frostgrid.base.digest import digest
from frostgrid.base.errors import FrostgridError
from frostgrid.base.ranges import parse_ranges, ranges_text
from runners.parts import Part
from runners.shard import Shard

FORMAT, WITH_PARTS = 1, 2


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

    def __post_init__(self) -> None:
        if any(unicodedata.category(char) == "Cc" for char in self.name):
            raise FrostgridError(
                f"the name of the dataset {self.name!r} has control characters",
                hint="rename it",
            )


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
class Product:
    """Datasets with splits, and learners with rows of their grids, all planned with each other."""

    datasets: tuple[PlannedDataset, ...]
    rows: Mapping[PlannedLearner, tuple[int, ...]]

    def together(self) -> dict[tuple[str, str], list[PlannedLearner]]:
        """Learners by name and preprocessing: one that is planned with two grids is one learner."""
        return _together(self.rows)


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
        Grid rows, ascending; those of any learner, if there are parts.
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
    parts
        What is planned with what; empty if all datasets, splits, learners and rows are.
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
    parts: tuple[Part, ...] = ()

    def together(self) -> dict[tuple[str, str], list[PlannedLearner]]:
        """Learners by name and preprocessing: one that is planned with two grids is one learner."""
        return _together(self.learners)

    def products(self) -> list[Product]:
        """The parts, each with its datasets and learners; a plan without parts is one product."""
        if not self.parts:
            return [Product(self.datasets, dict.fromkeys(self.learners, self.rows))]
        return [
            Product(
                tuple(
                    replace(dataset, splits=_at(dataset.splits, part.splits[dataset.name]))
                    for dataset in self.datasets
                    if dataset.name in part.splits
                ),
                {
                    learner: rows
                    for learner, rows in zip(self.learners, part.rows, strict=True)
                    if rows
                },
            )
            for part in self.parts
        ]

    def rows_of(self, learner: PlannedLearner) -> tuple[int, ...]:
        """Grid rows of ``learner`` that are planned anywhere, ascending."""
        if not self.parts:
            return self.rows
        position = self.learners.index(learner)
        return tuple(sorted({row for part in self.parts for row in part.rows[position]}))


def _together(
    learners: Iterable[PlannedLearner],
) -> dict[tuple[str, str], list[PlannedLearner]]:
    found: dict[tuple[str, str], list[PlannedLearner]] = {}
    for learner in learners:
        found.setdefault((learner.name, learner.preprocessing), []).append(learner)
    return found


def _at(splits: tuple[PlannedSplit, ...], positions: Sequence[int]) -> tuple[PlannedSplit, ...]:
    wanted = set(positions)
    return tuple(split for split in splits if split.index in wanted)


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


def write_plan(plan: Plan, limits: Limits, path: Path) -> None:
    """Write ``run.toml``."""
    document = asdict(plan) | {
        "format": WITH_PARTS if plan.parts else FORMAT,
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
    if plan.parts:
        document["parts"] = [part.to_dict() for part in plan.parts]
    else:
        del document["parts"]
    document["digest"] = digest(document)
    with replacing(path) as temporary:
        temporary.write_text(tomli_w.dumps(document), encoding="utf-8")


def read_plan(path: Path) -> tuple[Plan, Limits]:
    """Read ``run.toml``."""
    if not path.exists():
        raise FrostgridError(
            f"{path.parent} holds no run: {path.name} is missing",
            hint=f"start one with: {command('run', 'grid', '--out', path.parent)}",
        )
    try:
        document = tomllib.loads(path.read_text(encoding="utf-8"))
        written = document.pop("digest")
        if document["format"] not in (FORMAT, WITH_PARTS):
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
        document["parts"] = tuple(Part.from_dict(part) for part in document.get("parts", ()))
        return Plan(**document), limits
    except (tomllib.TOMLDecodeError, KeyError, TypeError, ValueError) as error:
        raise FrostgridError(
            f"{path} is damaged: {error}",
            hint="restore it, or plan the same run anew in another folder and merge",
        ) from error

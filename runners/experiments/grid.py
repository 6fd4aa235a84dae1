"""The grid experiment: rows of frozen grids on frozen splits."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from frostgrid.base.errors import FrostgridError
from grids.frozen import FrozenGrid, load
from grids.registry import presets, spaces
from runners.amounts import amounts
from runners.availability import availability
from runners.experiments.twins import twin_learners
from runners.learner import Learner
from runners.plan import Plan, PlannedDataset, PlannedLearner, PlannedSplit
from runners.registry import learners
from runners.shard import Shard
from runners.software import software
from splits.frozen import SEED, frozen_split
from splits.registry import protocols
from suites.registry import Reference, suite


@dataclass(frozen=True, slots=True)
class Request:
    """What a user asks for.

    Attributes
    ----------
    suite, target
        Name of a suite, or a folder or file; and its target column, where it needs to be said.
    datasets, learners
        Names; all of the suite, and all learners that can run here and have a grid of the preset,
        if empty.
    rows, splits
        Positions in grids and splits; all if empty.
    protocol
        Name.
    preset
        Whose grids.
    strict
        Leave out datasets with flags.
    keep_predictions
        Whether to keep the class probabilities of every test row.
    twins
        Evaluate the pairs of twins that can run here (those that ``learners`` have a part in, if
        there are any), both sides on the rows of the R learner's grid; keeps predictions.
    shard
        The part of all this that is asked for; None for the whole.
    """

    suite: str
    target: str | None
    datasets: tuple[str, ...]
    learners: tuple[str, ...]
    rows: tuple[int, ...]
    splits: tuple[int, ...]
    protocol: str
    preset: str = "frostgrid"
    strict: bool = False
    keep_predictions: bool = False
    twins: bool = False
    shard: Shard | None = None


def plan_grid(request: Request) -> Plan:
    """Plan of ``request``; loads every dataset once, for its digest.

    Raises
    ------
    FrostgridError
        A name is unknown, a row or split does not exist, or data is unusable.
    """
    preset = presets()[request.preset].name
    planned = twin_learners(preset, request.learners) if request.twins else _plain(request)
    grids = {learner.grid: load(learner.grid) for learner in planned}
    rows = _within("rows", request.rows, min(len(grid.rows) for grid in grids.values()))
    protocol = protocols()[request.protocol]
    splits = _within("splits", request.splits, protocol.count)
    found = suite(request.suite, request.target, strict=request.strict)
    names = request.datasets or found.datasets
    datasets = tuple(_dataset(found.reference(name), protocol.name, splits) for name in names)
    _refuse_copies(datasets)
    draft = Plan(
        experiment="grid",
        suite=request.suite,
        protocol=protocol.name,
        seed=SEED,
        rows=rows,
        subset="all",
        datasets=datasets,
        learners=planned,
        software=software(learners()[learner.name] for learner in planned),
        evaluations=0,
        effective=0,
        keep_predictions=request.keep_predictions or request.twins,
        shard=request.shard,
    )
    return counted(draft, grids)


def left_out(preset: str) -> dict[str, list[str]]:
    """Learners that take no part in a run that names none, by the reason."""
    reasons: dict[str, list[str]] = {}
    for learner in learners():
        if f"{preset}/{learner.name}" not in spaces():
            reasons.setdefault(f"no grid of the preset {preset}", []).append(learner.name)
        elif not (state := availability(learner)).available:
            reasons.setdefault(state.reason, []).append(learner.name)
    return reasons


def _plain(request: Request) -> tuple[PlannedLearner, ...]:
    return tuple(
        PlannedLearner(
            name=learner.name,
            adapter=learner.version,
            preprocessing=str(learner.preprocessing),
            grid=f"{request.preset}/{learner.name}",
            grid_sha256=load(f"{request.preset}/{learner.name}").sha256,
        )
        for learner in sorted(_chosen(request), key=lambda learner: learner.name)
    )


def _chosen(request: Request) -> list[Learner]:
    having = {space.learner for space in spaces() if space.preset == request.preset}
    named = [learners()[name] for name in request.learners]
    for learner in named:
        if learner.name not in having:
            raise FrostgridError(
                f"the preset {request.preset} has no grid for {learner.name}",
                hint=f"it has one for {', '.join(sorted(having))}",
            )
    found = named or [
        learner
        for learner in learners()
        if learner.name in having and availability(learner).available
    ]
    if not found:
        raise FrostgridError(
            f"no learner with a grid of the preset {request.preset} can run here",
            hint="'frostgrid list learners' says why",
        )
    return found


def _dataset(reference: Reference, protocol: str, splits: Sequence[int]) -> PlannedDataset:
    dataset = reference.load()
    drawn = [frozen_split(dataset, protocol, index) for index in splits]
    return PlannedDataset(
        name=dataset.name,
        digest=dataset.digest,
        # TOML has no null; what is left out is None when it is read back.
        reference={k: v for k, v in reference.to_dict().items() if v is not None},
        n_rows=dataset.n_rows,
        n_columns=dataset.n_columns,
        n_classes=len(dataset.classes),
        splits=tuple(PlannedSplit(s.index, s.digest, len(s.train)) for s in drawn),
    )


def _refuse_copies(datasets: Sequence[PlannedDataset]) -> None:
    names: dict[str, str] = {}
    for dataset in datasets:
        other = names.setdefault(dataset.digest, dataset.name)
        if other != dataset.name:
            raise FrostgridError(
                f"{other} and {dataset.name} hold the same data: their evaluations would be equal",
                hint="leave one out with --datasets",
            )


def _within(what: str, asked: tuple[int, ...], count: int) -> tuple[int, ...]:
    if asked and asked[-1] >= count:
        raise FrostgridError(
            f"{what}: {asked[-1]} asked, the last is {count - 1}", hint=f"ask within 0-{count - 1}"
        )
    return asked or tuple(range(count))


def counted(plan: Plan, grids: Mapping[str, FrozenGrid]) -> Plan:
    """``plan`` with its numbers of evaluations."""
    counts = amounts(plan, grids).values()
    evaluations = sum(planned for planned, _ in counts)
    if not evaluations and plan.shard is None:  # a small plan leaves some shard with nothing
        names = ", ".join(learner.label for learner in plan.learners)
        raise FrostgridError(
            f"no row asked for has a counterpart on both sides of {names}", hint="ask for more rows"
        )
    return replace(plan, evaluations=evaluations, effective=sum(new for _, new in counts))

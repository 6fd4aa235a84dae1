"""Tasks of a plan, its grids, and what rows of a grid mean on data."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from frostgrid.base.errors import FrostgridError
from grids.frozen import FrozenGrid, load
from grids.space import Config, Shape
from runners.evaluation import Task
from runners.plan import Plan, PlannedDataset, PlannedLearner, PlannedSplit

ANY_SHAPE = (0, 0)


def grids_of(plan: Plan) -> dict[str, FrozenGrid]:
    """The frozen grids of ``plan``, verified to be those it was made with.

    Raises
    ------
    FrostgridError
        A grid has changed.
    """
    found = {}
    for learner in plan.learners:
        grid = load(learner.grid)
        if grid.sha256 != learner.grid_sha256:
            raise FrostgridError(
                f"the grid {learner.grid} is not the one this run was planned with",
                hint="use the frostgrid that planned it, or start a new run",
            )
        found[learner.grid] = grid
    return found


def tasks(plan: Plan) -> Iterator[tuple[Task, PlannedLearner, PlannedDataset, int]]:
    """Tasks of ``plan``: every dataset and learner at one position of the splits, then the next.

    Each with its learner, its dataset, and the number of the product of the plan that it is of.
    """
    products = plan.products()
    number_of = {
        (dataset.name, split.index): number
        for number, product in enumerate(products)
        for dataset in product.datasets
        for split in dataset.splits
    }
    for position in range(max((len(d.splits) for d in plan.datasets), default=0)):
        for dataset in plan.datasets:
            for split in dataset.splits[position : position + 1]:
                number = number_of[dataset.name, split.index]
                for learner in products[number].rows:
                    yield task_of(plan, dataset, split, learner), learner, dataset, number


def task_of(
    plan: Plan, dataset: PlannedDataset, split: PlannedSplit, learner: PlannedLearner
) -> Task:
    """What evaluations of one learner on one split of one dataset share."""
    return Task(
        dataset=dataset.name,
        dataset_digest=dataset.digest,
        protocol=plan.protocol,
        split=split.index,
        split_digest=split.digest,
        learner=learner.name,
        adapter=learner.adapter,
        preprocessing=learner.preprocessing,
        subset=plan.subset,
        n_train=split.n_train,
        n_columns=dataset.n_columns,
    )


def shape_of(grid: FrozenGrid, n_train: int, n_columns: int) -> tuple[int, int]:
    """Shape that the grid's effective configurations depend on; ``ANY_SHAPE`` if on none."""
    return (n_train, n_columns) if grid.depends_on_data else ANY_SHAPE


def configurations(
    grid: FrozenGrid, learner: str, rows: Sequence[int], shape: tuple[int, int]
) -> dict[int, Config]:
    """Effective configuration of each of ``rows`` on data of ``shape``.

    A row that one side of a twin cannot be given is left out.
    """
    found = ((row, grid.configuration(learner, row, Shape(*shape))) for row in rows)
    return {row: config for row, config in found if config is not None}


def distinct(configs: Iterable[Config]) -> set[str]:
    """Texts of the different ones among ``configs``; made for counting, where JSON takes long."""
    return {repr(sorted(config.items())) for config in configs}

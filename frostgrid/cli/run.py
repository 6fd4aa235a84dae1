"""``frostgrid run grid``: plan a run and work on it."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from frostgrid.base.errors import FrostgridError
from frostgrid.base.plural import plural
from frostgrid.base.ranges import parse_ranges, ranges_text
from frostgrid.cli.main import DONE
from frostgrid.cli.output import print_parts, print_table
from frostgrid.cli.session import order_of, work
from frostgrid.cli.values import Names, names, seconds
from frostgrid.cli.values import memory_limit as bytes_of
from runners.experiments.grid import Request, left_out, plan_grid
from runners.experiments.twins import left_out_rows, left_out_twins
from runners.plan import Limits, Plan
from runners.run import create
from runners.shard import Shard
from runners.tasks import grids_of


def grid(
    *,
    out: Path | None = None,
    suite: str = "demo",
    preset: str = "frostgrid",
    datasets: Names = (),
    learners: Names = (),
    rows: str = "0-9",
    splits: str = "0-19",
    protocol: str = "bootstrap",
    target: str | None = None,
    strict: bool = False,
    workers: int = 2,
    cluster: str | None = None,
    time_limit: str = "10m",
    memory_limit: str = "4GB",
    keep_predictions: bool = False,
    twins: bool = False,
    order: str = "balanced",
    shard: str | None = None,
    dry_run: bool = False,
) -> int:
    """Evaluate rows of frozen grids on frozen splits; go on if DIR holds the same run.

    Parameters
    ----------
    out
        Run directory.
    suite
        Name of a suite, or a CSV, Parquet or ARFF file, or a folder of them, or a mirror.
    preset
        Whose grids, for example kuehn2018; 'frostgrid list presets' tells which there are.
    datasets
        Some of the suite; all by default.
    learners
        Names; by default every learner that can run here and has a grid of the preset.
    rows
        Rows of every learner's grid, for example 0-4,7; row 0 is the package's default.
    splits
        Positions of splits.
    protocol
        How splits were drawn.
    target
        Target column of files, where it is not called target or class.
    strict
        Leave out datasets with known problems; 'frostgrid list datasets' shows their flags.
    workers
        Processes on this machine, one thread each.
    cluster
        Address of a Dask scheduler, whose workers run it instead; see docs/cluster.md.
    time_limit
        Of one evaluation, for example 60s, 5m, 2h.
    memory_limit
        Of one evaluation with its process, for example 4GB.
    keep_predictions
        Keep the class probabilities of every test row, in predictions/ of the run directory.
    twins
        Evaluate algorithms that R and Python both have, on the rows of the R learner's grid, both
        sides with the same configuration, data and preprocessing; keeps predictions. With
        --learners, the pairs with one of them. 'frostgrid study twins DIR' compares them.
    order
        What comes first: balanced (a stopped run is a smaller complete one), cheapest or
        longest-first.
    shard
        Make only this part of all evaluations, for example 3/10 for the third of ten;
        'frostgrid merge' joins the parts.
    dry_run
        Print how many evaluations there would be and how long they may take, and stop.
    """
    request = Request(
        suite=suite,
        target=target,
        preset=preset,
        datasets=names(datasets, "--datasets"),
        learners=names(learners, "--learners"),
        rows=parse_ranges(rows, "--rows"),
        splits=parse_ranges(splits, "--splits"),
        protocol=protocol,
        strict=strict,
        keep_predictions=keep_predictions,
        twins=twins,
        shard=None if shard is None else Shard.parse(shard),
    )
    limits = Limits(seconds=seconds(time_limit), memory=bytes_of(memory_limit))
    if workers < 1:  # before data is read for the plan
        raise FrostgridError(f"--workers: {workers} asked", hint="ask for 1 or more")
    order_of(order)
    if out is None and not dry_run:
        raise FrostgridError("--out is missing", hint="name a folder for the results")
    plan = plan_grid(request)
    _tell_left_out(request, plan)
    if dry_run:
        _describe(plan, workers, limits.seconds)
        return DONE
    assert out is not None
    create(out, plan, limits)
    return work(out, workers if cluster is None else cluster, order=order)


def _tell_left_out(request: Request, plan: Plan) -> None:
    """Print which learners, twins and rows of twins take no part, and why."""
    if request.twins:
        if not request.learners:
            for twin, reason in left_out_twins(request.preset).items():
                print(f"Left out: {twin}: {reason}")
        for twin, reasons in left_out_rows(plan, grids_of(plan)).items():
            for reason, rows in reasons.items():
                which = ranges_text(sorted(rows))
                print(f"Left out: rows {which} of {twin}: {reason}")
    elif not request.learners:
        for reason, without in left_out(request.preset).items():
            print(f"Left out: {', '.join(without)}: {reason}")


def _describe(plan: Plan, workers: int, limit: float) -> None:
    from frostgrid.cli.eta import misfits, span
    from runners.amounts import amounts
    from runners.cost.outlook import outlook
    from runners.cost.prior import measured

    forecast = outlook(plan, limit)
    planned: Counter[str] = Counter()
    for (learner, _, _), (count, _) in amounts(plan, grids_of(plan)).items():
        planned[learner] += count
    print_table(
        ["learner", "evaluations", "different", "expected s", "from s", "to s"],
        [
            [x.learner, planned[x.learner], x.evaluations, x.seconds, x.low, x.high]
            for x in forecast.budgets
        ],
    )
    print_parts(misfits(forecast, limit))
    new = sorted({learner.name for learner in plan.learners} - measured().keys())
    unknown = f" (none of {', '.join(new)}, taken for usual)" if new else ""
    whole = len(plan.learners) * len(plan.rows) * sum(len(d.splits) for d in plan.datasets)
    told = " =" if plan.evaluations == whole else ", as far as both sides of a twin have them:"
    print(
        f"{plural(len(plan.datasets), 'dataset')} x {plural(len(plan.datasets[0].splits), 'split')}"
        f" x {plural(len(plan.learners), 'learner')} x {plural(len(plan.rows), 'row')}{told}"
        f" {plural(plan.evaluations, 'evaluation')}, {plan.effective:,} of them different.\n"
        f"Roughly {span(forecast, workers)} on {plural(workers, 'worker')}, going by times of other"
        f" data on another machine{unknown}; intervals are to hold in 80 %."
    )

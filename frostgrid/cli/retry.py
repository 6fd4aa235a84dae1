"""``frostgrid retry``: run failed evaluations again."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from pathlib import Path

from frostgrid.base.errors import UnknownNameError
from frostgrid.cli.session import work
from frostgrid.cli.values import Names, names, seconds
from frostgrid.cli.values import memory_limit as bytes_of
from runners.directory import PLAN
from runners.evaluation import Status
from runners.plan import Limits, read_plan
from runners.retry import Retry


def retry(
    directory: Path,
    *,
    status: Names,
    datasets: Names = (),
    learners: Names = (),
    time_limit: str | None = None,
    memory_limit: str | None = None,
    workers: int = 2,
    cluster: str | None = None,
) -> int:
    """Run evaluations that ended with STATUS again, and what was never run.

    A success replaces the failure.

    Parameters
    ----------
    directory
        Run directory.
    status
        One or more of timeout, memory, crash, error, invalid_output, not_applicable, unavailable.
    datasets, learners
        Work on these of the run's only; all by default.
    time_limit, memory_limit
        In place of the run's own limits.
    workers
        Processes on this machine, one thread each.
    cluster
        Address of a Dask scheduler, whose workers run it instead; see docs/cluster.md.
    """
    statuses = frozenset(_status(name) for name in names(status, "--status"))
    plan, planned = read_plan(directory / PLAN)
    again = Retry(
        statuses,
        _of_run("learner", learners, {learner.name for learner in plan.learners}),
        _of_run("dataset", datasets, {dataset.name for dataset in plan.datasets}),
    )
    limits = Limits(
        seconds=seconds(time_limit) if time_limit else planned.seconds,
        memory=bytes_of(memory_limit) if memory_limit else planned.memory,
    )
    return work(directory, workers if cluster is None else cluster, again, limits)


def _of_run(kind: str, given: Iterable[str], known: Collection[str]) -> frozenset[str]:
    found = names(given, f"--{kind}s")
    for name in found:
        if name not in known:
            raise UnknownNameError(f"{kind} of this run", name, known)
    return frozenset(found)


def _status(name: str) -> Status:
    known = [str(status) for status in Status if status is not Status.OK]
    if name not in known:
        raise UnknownNameError("status to retry", name, known)
    return Status(name)

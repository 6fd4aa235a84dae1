"""``frostgrid retry``: run failed evaluations again."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from frostgrid.base.errors import UnknownNameError
from frostgrid.cli.session import work
from frostgrid.cli.values import memory_limit as bytes_of
from frostgrid.cli.values import names, seconds
from runners.directory import PLAN
from runners.evaluation import Status
from runners.plan import Limits, read_plan


def retry(
    directory: Path,
    *,
    status: Annotated[tuple[str, ...], Parameter(consume_multiple=True, negative="")],
    time_limit: str | None = None,
    memory_limit: str | None = None,
    workers: int = 2,
    cluster: str | None = None,
) -> int:
    """Run evaluations that ended with STATUS again; a success replaces the failure.

    Parameters
    ----------
    directory
        Run directory.
    status
        One or more of timeout, memory, crash, error, invalid_output, not_applicable, unavailable.
    time_limit, memory_limit
        In place of the run's own limits.
    workers
        Processes on this machine, one thread each.
    cluster
        Address of a Dask scheduler, whose workers run it instead; see docs/cluster.md.
    """
    wanted = frozenset(_status(name) for name in names(status, "--status"))
    _, planned = read_plan(directory / PLAN)
    limits = Limits(
        seconds=seconds(time_limit) if time_limit else planned.seconds,
        memory=bytes_of(memory_limit) if memory_limit else planned.memory,
    )
    return work(directory, workers if cluster is None else cluster, wanted, limits)


def _status(name: str) -> Status:
    known = [str(status) for status in Status if status is not Status.OK]
    if name not in known:
        raise UnknownNameError("status to retry", name, known)
    return Status(name)

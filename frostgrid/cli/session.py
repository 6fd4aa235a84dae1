"""What ``run``, ``resume`` and ``retry`` share: work on a run, show it, and sum it up."""

from __future__ import annotations

import sys
from pathlib import Path
from shlex import quote
from time import monotonic

from frostgrid.base.errors import FrostgridError, UnknownNameError
from frostgrid.cli.eta import Eta
from frostgrid.cli.main import DONE, INTERRUPTED
from frostgrid.cli.output import print_parts, say
from frostgrid.cli.progress import shown
from frostgrid.cli.summary import summary
from frostgrid.cli.words import called, duration
from runners.evaluation import FAILURES, Status
from runners.plan import Limits
from runners.run import Where, proceed
from runners.schedule import Order
from runners.status import report
from runners.wholeness import see_whole, unbroken

UNFINISHED = 3


def work(
    directory: Path,
    where: Where,
    retry: frozenset[Status] = frozenset(),
    limits: Limits | None = None,
    order: str = Order.BALANCED,
) -> int:
    """Run what is missing in ``directory``, print a summary, and return the exit code."""
    if isinstance(where, int) and where < 1:
        raise FrostgridError(f"--workers: {where} asked", hint="ask for 1 or more")
    if where == "":
        raise FrostgridError("--cluster is empty", hint="name a Dask scheduler: tcp://host:8786")
    wanted = order_of(order)
    see_whole(directory, say)
    before = unbroken(directory, say, lambda: report(directory))
    again = sum(before.by_status.get(status, 0) for status in retry)
    to_do = before.pending + again
    if to_do == 0:
        say(f"Nothing to do: all {before.effective:,} evaluations in {directory} are done.")
    else:
        done = f", {before.stored:,} are done" if before.stored else ""
        say(
            f"{before.evaluations:,} evaluations, {before.effective:,} of them different{done};"
            f" {to_do:,} to run on {_named(where)}."
        )
        start = monotonic()
        eta = Eta(directory, where if isinstance(where, int) else 1, retry, limits)
        with shown(before.effective, before.effective - to_do, eta.text) as progress:
            outcome = unbroken(
                directory,
                say,
                lambda: proceed(directory, where, progress, retry, limits, wanted, _notice),
            )
        say(f"Stored {outcome.stored:,} evaluations in {duration(monotonic() - start)}.")
        if outcome.interrupted:
            print(
                "Interrupted; what was stored is safe."
                f"\nGo on with: {called()} resume {quote(str(directory))} {_option(where)}",
                file=sys.stderr,
            )
            return INTERRUPTED
    after = report(directory)
    print_parts(summary(after, directory))
    failed = any(after.by_status.get(status) for status in FAILURES)
    return UNFINISHED if failed or after.pending else DONE


def _named(where: Where) -> str:
    return f"the cluster at {where}" if isinstance(where, str) else f"{where} workers"


def _option(where: Where) -> str:
    return f"--cluster {quote(where)}" if isinstance(where, str) else f"--workers {where}"


def _notice(line: str) -> None:
    print(f"frostgrid: {line}", file=sys.stderr, flush=True)


def order_of(name: str) -> Order:
    """Order called ``name``."""
    known = [str(order) for order in Order]
    if name not in known:
        raise UnknownNameError("order", name, known)
    return Order(name)

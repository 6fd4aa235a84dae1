"""What ``run``, ``resume`` and ``retry`` share: work on a run, show it, and sum it up."""

from __future__ import annotations

import sys
from pathlib import Path
from shlex import quote
from time import monotonic

from frostgrid.base.errors import FrostgridError
from frostgrid.cli.main import DONE, INTERRUPTED
from frostgrid.cli.output import print_parts, say
from frostgrid.cli.progress import shown
from frostgrid.cli.summary import summary
from frostgrid.cli.words import called, duration
from runners.evaluation import FAILURES, Status
from runners.plan import Limits
from runners.run import proceed
from runners.status import report
from runners.wholeness import see_whole, unbroken

UNFINISHED = 3


def work(
    directory: Path,
    workers: int,
    retry: frozenset[Status] = frozenset(),
    limits: Limits | None = None,
) -> int:
    """Run what is missing in ``directory``, print a summary, and return the exit code."""
    if workers < 1:
        raise FrostgridError(f"--workers: {workers} asked", hint="ask for 1 or more")
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
            f" {to_do:,} to run on {workers} workers."
        )
        start = monotonic()
        with shown(before.effective, before.effective - to_do) as progress:
            outcome = unbroken(
                directory, say, lambda: proceed(directory, workers, progress, retry, limits)
            )
        say(f"Stored {outcome.stored:,} evaluations in {duration(monotonic() - start)}.")
        if outcome.interrupted:
            print(
                "Interrupted; what was stored is safe."
                f"\nGo on with: {called()} resume {quote(str(directory))} --workers {workers}",
                file=sys.stderr,
            )
            return INTERRUPTED
    after = report(directory)
    print_parts(summary(after, directory))
    failed = any(after.by_status.get(status) for status in FAILURES)
    return UNFINISHED if failed or after.pending else DONE

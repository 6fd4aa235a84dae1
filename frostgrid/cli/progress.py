"""How far a run is: a bar on a terminal, plain lines elsewhere."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from time import monotonic

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from frostgrid.cli.output import console
from runners.evaluation import FAILURES, Status
from runners.run import Progress as Report

_EVERY = 10.0  # seconds between plain lines


class _Counter:
    def __init__(self) -> None:
        self.start = monotonic()
        self.stored = 0
        self.failed = 0

    def add(self, rows: Sequence[tuple[str, Status]]) -> None:
        self.stored += len(rows)
        self.failed += sum(status in FAILURES for _, status in rows)

    @property
    def rate(self) -> float:
        return self.stored / max(monotonic() - self.start, 1e-9)


@contextmanager
def shown(total: int) -> Iterator[Report]:
    """Yield what ``runners.run.proceed`` tells of stored evaluations; ``total`` are to come."""
    with _bar(total) if console().is_terminal else _lines(total) as report:
        yield report


@contextmanager
def _bar(total: int) -> Iterator[Report]:
    columns = (
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[rate]:.1f}/s"),
        TimeRemainingColumn(),
        TextColumn("{task.fields[failed]} failed"),
    )
    counter = _Counter()
    with Progress(*columns, console=console()) as progress:
        task = progress.add_task("", total=total, rate=0.0, failed=0)

        def report(rows: Sequence[tuple[str, Status]]) -> None:
            counter.add(rows)
            progress.update(
                task, completed=counter.stored, rate=counter.rate, failed=counter.failed
            )

        yield report


@contextmanager
def _lines(total: int) -> Iterator[Report]:
    counter = _Counter()
    said = monotonic()

    def report(rows: Sequence[tuple[str, Status]]) -> None:
        nonlocal said
        counter.add(rows)
        if monotonic() - said >= _EVERY or counter.stored == total:
            said = monotonic()
            left = (total - counter.stored) / counter.rate
            print(
                f"{counter.stored:,} of {total:,} evaluations, {counter.rate:.1f}/s,"
                f" {left:.0f} s to go, {counter.failed:,} failed",
                flush=True,
            )

    yield report

"""How far a run is: a bar on a terminal, plain lines elsewhere."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

from frostgrid.base.plural import plural
from frostgrid.cli.output import console, say
from runners.session import Progress as Report

_EVERY = 10.0  # seconds between plain lines
_SPAN = 2.0  # seconds that a rate needs

Left = Callable[[int], str]


class _Counter:
    """Counts since the first result: what workers need to start says nothing about what follows."""

    def __init__(self, stored: int, failed: int) -> None:
        self.stored = stored
        self.failed = failed
        self._first: tuple[float, int] | None = None

    def add(self, stored: int, failed: int) -> None:
        self.stored += stored
        self.failed += failed
        self._first = self._first or (monotonic(), self.stored)

    @property
    def rate(self) -> float:
        """Evaluations per second; 0 until there is something to go by."""
        if self._first is None or monotonic() - self._first[0] < _SPAN:
            return 0.0
        return (self.stored - self._first[1]) / (monotonic() - self._first[0])


@contextmanager
def shown(total: int, stored: int, failed: int, left: Left) -> Iterator[Report]:
    """Yield what ``runners.run.proceed`` tells of evaluations.

    Parameters
    ----------
    total, stored
        Evaluations in all, and those that are done.
    failed
        Those that have failed, done or to be run again.
    left
        Words for the time that a number of evaluations will take.
    """
    with (_bar if console().is_terminal else _lines)(total, stored, failed, left) as report:
        yield report


@contextmanager
def _bar(total: int, stored: int, failed: int, left: Left) -> Iterator[Report]:
    columns = (
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[rate]:.1f}/s"),
        TextColumn("{task.fields[left]}"),
        TextColumn("{task.fields[failed]} failed"),
    )
    counter = _Counter(stored, failed)
    with Progress(*columns, console=console()) as progress:
        task = progress.add_task(
            "", total=total, completed=stored, rate=0.0, left="", failed=failed
        )

        def report(stored: int, failed: int) -> None:
            counter.add(stored, failed)
            progress.update(
                task,
                completed=counter.stored,
                rate=counter.rate,
                left=left(total - counter.stored),
                failed=counter.failed,
            )

        yield report


@contextmanager
def _lines(total: int, stored: int, failed: int, left: Left) -> Iterator[Report]:
    counter = _Counter(stored, failed)
    said = monotonic()

    def report(stored: int, failed: int) -> None:
        nonlocal said
        counter.add(stored, failed)
        if monotonic() - said >= _EVERY or counter.stored == total:
            said = monotonic()
            say(
                f"{counter.stored:,} of {plural(total, 'evaluation')}, {counter.rate:.1f}/s,"
                f" {left(total - counter.stored)}, {counter.failed:,} failed"
            )

    yield report

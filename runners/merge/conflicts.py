"""Successes that disagree, as a table."""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from frostgrid.base.atomic import replacing
from runners.merge.sources import Found, Source
from runners.store.row import unpack

CONFLICTS = "conflicts.csv"

_ROW = ("accuracy", "accuracy_argmax", "auc", "log_loss", "brier", "worker", "attempt", "finished")
_HEAD = ("key", "evaluation", "run", "machine", *_ROW, "confusion")


class Conflicts:
    """Writes one line for each row that takes part in a conflict."""

    def __init__(
        self, write: Callable[[Sequence[object]], object], sources: Sequence[Source]
    ) -> None:
        self._write = write
        self._sources = sources
        self.evaluations = 0

    def add(self, found: Sequence[Found]) -> str:
        """Note one evaluation on which successes disagree; returns it for people."""
        self.evaluations += 1
        position, first = found[0]
        where = self._sources[position].place(first)
        for position, row in found:
            source = self._sources[position]
            cells = [row[name] for name in _ROW]
            counts = unpack(row["confusion"])
            head = (row["key"].hex(), where, source.directory, source.node(row))
            self._write([*head, *cells, counts])
        runs = ", ".join(str(self._sources[position].directory) for position, _ in found)
        return f"{where}: different results in {runs}"


@contextmanager
def conflicts(directory: Path, sources: Sequence[Source]) -> Iterator[Conflicts]:
    """What writes ``conflicts.csv`` of the run in ``directory``; without any there is no file."""
    path = directory / CONFLICTS
    path.unlink(missing_ok=True)
    with replacing(path) as temporary, temporary.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(_HEAD)
        found = Conflicts(writer.writerow, sources)
        yield found
    if not found.evaluations:
        path.unlink()

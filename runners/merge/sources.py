"""The rows of several stores, evaluation by evaluation, in constant memory."""

from __future__ import annotations

import heapq
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Any

from runners.directory import RESULTS
from runners.store.row import ROW
from runners.store.store import Store

Found = tuple[int, dict[str, Any]]
"""Position of a source, and a row of it."""


@dataclass(frozen=True, slots=True)
class Source:
    """A run to be merged: its directory, and its store, opened to be read."""

    directory: Path
    store: Store

    @classmethod
    def open(cls, directory: Path) -> Source:
        """The run in ``directory`` as it is now, whatever is written to it later."""
        found = cls(directory, Store(directory / RESULTS))
        found.store.db.execute("BEGIN")
        return found

    def close(self) -> None:
        """Release the file."""
        self.store.close()

    def rows(self) -> Iterator[dict[str, Any]]:
        """Rows in the order of their keys."""
        for cells in self.store.select(f"SELECT {', '.join(ROW)} FROM evaluation ORDER BY key"):  # noqa: S608
            yield dict(zip(ROW, cells, strict=True))

    def place(self, row: dict[str, Any]) -> str:
        """Where ``row`` stands, for people."""
        found = self.store.select(
            "SELECT dataset, split, task.learner, json FROM task, config"
            " WHERE task.id = ? AND config.id = ?",
            (row["task"], row["config"]),
        )
        dataset, split, learner, config = next(found, ("?", "?", "?", "?"))
        return f"{learner} {config} on split {split} of {dataset}"

    def node(self, row: dict[str, Any]) -> str:
        """Name of the machine that made ``row``."""
        found = self.store.select("SELECT json FROM machine WHERE id = ?", (row["machine"],))
        return str(json.loads(next(found)[0]).get("node", ""))


def by_key(sources: Sequence[Source]) -> Iterator[list[Found]]:
    """Rows of one evaluation in any of ``sources``, evaluation after evaluation."""
    streams = [_numbered(position, source) for position, source in enumerate(sources)]
    merged = heapq.merge(*streams, key=_key)
    for _, found in groupby(merged, key=_key):
        yield list(found)


def _numbered(position: int, source: Source) -> Iterator[Found]:
    for row in source.rows():
        yield position, row


def _key(found: Found) -> bytes:
    key: bytes = found[1]["key"]
    return key

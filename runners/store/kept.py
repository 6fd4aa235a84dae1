"""Kept predictions by the key of their evaluation."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from pathlib import Path

from runners.store.predictions import Predicted, files, read_columns, read_file

_OPEN = 8
"""Files that stay in memory: one batch each, and those of a comparison are read in turn."""


class Kept(Mapping[str, Predicted]):
    """The predictions in the folder of a run.

    The keys of all files are read at the first question; a file, when one of its keys is asked for.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._open: dict[Path, dict[str, Predicted]] = {}

    @cached_property
    def _files(self) -> dict[str, Path]:
        return {
            key: path
            for path in files(self._folder)
            for key in read_columns(path, ["key"])["key"].unique().to_pylist()
        }

    def __getitem__(self, key: str) -> Predicted:
        path = self._files[key]
        if path not in self._open:
            if len(self._open) == _OPEN:
                del self._open[next(iter(self._open))]
            self._open[path] = {found.key: found for found in read_file(path)}
        return self._open[path][key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._files)

    def __len__(self) -> int:
        return len(self._files)

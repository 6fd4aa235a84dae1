"""Suites by name or folder, and how a worker process finds a dataset again."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Literal

from frostgrid.base.errors import UnknownNameError
from suites.dataset import Dataset
from suites.entry import dataset_entry, entry_names
from suites.folder import dataset_files, load_file

__all__ = ["Reference", "Suite", "dataset_entry", "load", "suite", "suite_names"]


@dataclass(frozen=True, slots=True)
class Reference:
    """Where a dataset is, small enough for a plan or a message.

    Attributes
    ----------
    kind
        ``"catalogue"``, or ``"file"`` of the user.
    name
        Name of the dataset.
    path
        Absolute path of the file; empty for the catalogue.
    target
        Column with the classes; None leaves it to :func:`suites.folder.load_file`.
    """

    kind: Literal["catalogue", "file"]
    name: str
    path: str = ""
    target: str | None = None

    def load(self) -> Dataset:
        """Read the dataset."""
        if self.kind == "catalogue":
            return dataset_entry(self.name).load()
        return load_file(Path(self.path), self.target)

    def to_dict(self) -> dict[str, str | None]:
        """JSON form."""
        return asdict(self)

    @staticmethod
    def from_dict(content: dict[str, Any]) -> Reference:
        """Build the reference whose JSON form is ``content``."""
        return Reference(**content)


@dataclass(frozen=True, slots=True)
class Suite:
    """A named list of datasets; none is loaded yet.

    Attributes
    ----------
    name
        Name in the catalogue, or the folder as the user wrote it.
    references
        Its datasets, in the order of names.
    """

    name: str
    references: tuple[Reference, ...]

    @property
    def datasets(self) -> tuple[str, ...]:
        """Names of the datasets."""
        return tuple(reference.name for reference in self.references)

    def reference(self, dataset: str) -> Reference:
        """Find the dataset named ``dataset``."""
        for reference in self.references:
            if reference.name == dataset:
                return reference
        raise UnknownNameError(f"dataset of the suite {self.name}", dataset, self.datasets)


def suite(name_or_path: str, target: str | None = None) -> Suite:
    """Suite of the catalogue, or of the files in a folder, or of one file.

    Parameters
    ----------
    name_or_path
        A name of the catalogue comes first; ``./embedded`` means the folder.
    target
        Column with the classes in the user's files; the catalogue knows its own.
    """
    entries = [dataset_entry(name) for name in entry_names()]
    members = [entry.name for entry in entries if name_or_path in entry.suites]
    if members:
        return Suite(name_or_path, tuple(Reference("catalogue", name) for name in members))
    path = Path(name_or_path)
    if not path.exists():
        names = {name for entry in entries for name in entry.suites}
        raise UnknownNameError("suite, file or folder", name_or_path, names)
    files = dataset_files(path.resolve())
    references = (Reference("file", name, str(file), target) for name, file in files.items())
    return Suite(name_or_path, tuple(references))


def load(chosen: Suite, dataset: str) -> Dataset:
    """Read one dataset of a suite, and no other."""
    return chosen.reference(dataset).load()


def suite_names() -> list[str]:
    """Names of the catalogue's suites, sorted."""
    return sorted({name for entry in map(dataset_entry, entry_names()) for name in entry.suites})

"""Suites by name or folder."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from frostgrid.base.errors import FrostgridError, UnknownNameError
from suites.dataset import Dataset
from suites.entry import dataset_entry, entry_names
from suites.folder import dataset_files
from suites.openml.members import list_names, members
from suites.openml.mirror import MANIFEST, mirrored
from suites.reference import Reference

__all__ = ["Reference", "Suite", "dataset_entry", "load", "suite", "suite_names"]


@dataclass(frozen=True, slots=True)
class Suite:
    """A named list of datasets; none is loaded yet.

    Attributes
    ----------
    name
        Name of the suite, or the folder as the user wrote it.
    references
        Its datasets, in the order of names, or of the list.
    flags
        What is known against those that have flags, by name; see ``suites.openml.members``.
    """

    name: str
    references: tuple[Reference, ...]
    flags: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

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


def suite(name_or_path: str, target: str | None = None, *, strict: bool = False) -> Suite:
    """Suite of the catalogue or of OpenML, or of the files in a folder or mirror, or of one file.

    Parameters
    ----------
    name_or_path
        A name comes first; ``./cc18`` means the folder.
    target
        Column with the classes in the user's files; other datasets know their own.
    strict
        Leave out datasets with flags.

    Raises
    ------
    FrostgridError
        There is no such suite, or every dataset of it has flags.
    """
    found = _found(name_or_path, target)
    kept = [entry for entry in found if not (strict and entry[1])]
    if not kept:
        raise FrostgridError(
            f"every dataset of {name_or_path} has flags", hint="ask without --strict"
        )
    return Suite(
        name=name_or_path,
        references=tuple(reference for reference, _ in kept),
        flags={reference.name: flags for reference, flags in kept if flags},
    )


def load(chosen: Suite, dataset: str) -> Dataset:
    """Read one dataset of a suite, and no other."""
    return chosen.reference(dataset).load()


def suite_names() -> list[str]:
    """Names of all suites, sorted."""
    catalogue = {name for entry in map(dataset_entry, entry_names()) for name in entry.suites}
    return sorted(catalogue.union(list_names()))


def _found(name_or_path: str, target: str | None) -> list[tuple[Reference, tuple[str, ...]]]:
    entries = [dataset_entry(name) for name in entry_names()]
    chosen = [entry for entry in entries if name_or_path in entry.suites]
    if chosen:
        return [(Reference("catalogue", entry.name), entry.flags) for entry in chosen]
    if name_or_path in list_names():
        known = {entry.name for entry in entries}
        return [
            (
                Reference("catalogue", member.name)
                if member.openml_id is None and member.name in known
                else Reference("openml", member.name, openml_id=member.openml_id),
                member.flags,
            )
            for member in members(name_or_path)
        ]
    if not name_or_path.strip():
        raise FrostgridError("the name of the suite is empty", hint="name one, or a file or folder")
    path = Path(name_or_path)
    if not path.exists() and (path.suffix or len(path.parts) > 1):
        raise FrostgridError(f"{path} does not exist", hint="name a suite, a file or a folder")
    if not path.exists():
        raise UnknownNameError("suite, file or folder", name_or_path, suite_names())
    path = path.resolve()
    if (path / MANIFEST).is_file():
        return [
            (
                Reference("mirror", name, str(path), openml_id=entry.recipe.openml_id),
                entry.flags,
            )
            for name, entry in mirrored(path).items()
        ]
    files = dataset_files(path).items()
    return [(Reference("file", name, str(file), target), ()) for name, file in files]

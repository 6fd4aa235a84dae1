"""A dataset of the catalogue: one TOML file in ``suites/catalogue``."""

from __future__ import annotations

import tomllib
from dataclasses import MISSING, dataclass, fields
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Any

from frostgrid.base.errors import FrostgridError, UnknownNameError
from frostgrid.base.plural import plural
from frostgrid.base.registry import Registry
from suites.dataset import About, Dataset
from suites.loader import CLASS, LOADERS, Loader
from suites.table import from_frame

CATALOGUE = Path(__file__).parent / "catalogue"


@dataclass(frozen=True, slots=True)
class Entry:
    """What the catalogue says of a dataset.

    Attributes
    ----------
    name
        Name of the TOML file; the other fields are its keys.
    title
        One line for listings.
    suites
        Suites that it belongs to.
    loader, files
        Loader that reads it, and from which files.
    rows, features, classes, digest
        What must come out: counts, and digest of the content.
    target
        Column with the classes.
    columns
        Names of the files' columns, target included, where the files do not name them.
    drop
        Columns that are no features: identifiers, partition marks.
    categorical
        Columns whose numbers are codes of categories.
    licence, openml_id, flags
        See ``About``.
    """

    name: str
    title: str
    suites: tuple[str, ...]
    loader: str
    files: tuple[str, ...]
    rows: int
    features: int
    classes: int
    digest: str
    target: str = CLASS
    columns: tuple[str, ...] = ()
    drop: tuple[str, ...] = ()
    categorical: tuple[str, ...] = ()
    licence: str = "unknown"
    openml_id: int | None = None
    flags: tuple[str, ...] = ()

    def load(self) -> Dataset:
        """Read the dataset and check that it is the one that the catalogue means."""
        loader = _loaders()[self.loader]
        dataset = self._read(loader)
        found = (dataset.n_rows, dataset.n_columns, len(dataset.classes), dataset.digest)
        if found != (self.rows, self.features, self.classes, self.digest):
            raise FrostgridError(
                f"{loader.package} {version(loader.package)} holds other data for {self.name} than "
                f"the catalogue: {plural(dataset.n_rows, 'row')},"
                f" {plural(dataset.n_columns, 'feature')},"
                f" {plural(len(dataset.classes), 'class', 'classes')}, digest {dataset.digest}",
                hint="install the version that pyproject.toml asks for, or mend a new entry",
            )
        return dataset

    def _read(self, loader: Loader) -> Dataset:
        table = loader.read(self.files, self.columns)
        for name in self.drop + self.categorical:
            if name not in table:
                raise UnknownNameError(f"column of {self.name}", name, map(str, table.columns))
        table = table.drop(columns=list(self.drop))
        for name in self.categorical:
            table[name] = table[name].astype("category")
        about = About(
            source=f"{loader.package} {version(loader.package)}: {', '.join(self.files)}",
            licence=self.licence,
            openml_id=self.openml_id,
            flags=self.flags,
        )
        return from_frame(table, self.target, self.name, about)


def dataset_entry(name: str) -> Entry:
    """Read what the catalogue says of the dataset ``name``."""
    path = CATALOGUE / f"{name}.toml"
    if not path.is_file():
        raise UnknownNameError("dataset", name, entry_names())
    try:
        content = tomllib.loads(path.read_text(encoding="utf-8"))
    except ValueError as error:
        raise FrostgridError(f"{path} is not valid TOML: {error}", hint="mend it") from error
    known = {field.name: field for field in fields(Entry) if field.name != "name"}
    needed = {key for key, field in known.items() if field.default is MISSING}
    wrong = sorted((content.keys() - known.keys()) | (needed - content.keys()))
    if wrong:
        raise FrostgridError(
            f"{path} has unknown or missing keys: {', '.join(wrong)}",
            hint=f"keys are: {', '.join(known)}",
        )
    values: dict[str, Any] = {
        key: tuple(value) if isinstance(value, list) else value for key, value in content.items()
    }
    return Entry(name=name, **values)


def entry_names() -> list[str]:
    """Names of all datasets of the catalogue, sorted."""
    return sorted(path.stem for path in CATALOGUE.glob("*.toml"))


@cache
def _loaders() -> Registry[Loader]:
    import suites.loaders

    LOADERS.discover(suites.loaders)
    return LOADERS

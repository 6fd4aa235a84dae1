"""Offline mirrors: a folder with the files of a suite, and a manifest that says what they are."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass
from pathlib import Path

from frostgrid.base.atomic import replacing
from frostgrid.base.digest import digest_file
from frostgrid.base.errors import FrostgridError, UnknownNameError
from suites.dataset import Dataset
from suites.openml.cache import Cache, Entry, user_cache
from suites.openml.dataset import read
from suites.openml.members import Member
from suites.openml.recipe import Recipe, from_content
from suites.openml.web import UnreachableError

MANIFEST = "frostgrid-mirror.json"
FORMAT = 1


@dataclass(frozen=True, slots=True)
class Mirrored:
    """A dataset of a mirror.

    Attributes
    ----------
    name, flags
        As in the suite that was mirrored.
    file
        Path of the data, relative to the mirror, with ``/``.
    recipe
        Data id, checksum, target, and the rest of what reading the file takes.
    """

    name: str
    flags: tuple[str, ...]
    file: str
    recipe: Recipe


def mirror(
    suite: str, members: Iterable[Member], folder: Path, tell: Callable[[str], None]
) -> list[Mirrored]:
    """Bring ``folder`` to hold every dataset of ``members`` that OpenML has.

    What is there and valid is not fetched again, and what the user's cache holds is copied. A
    dataset that the server refuses or that is damaged there is told and left out.

    Raises
    ------
    FrostgridError
        The server cannot be reached; what was fetched so far stays, and is in the manifest.
    """
    target = Cache(folder, user_cache().web)
    done: list[Mirrored] = []
    for member in members:
        if member.openml_id is None:
            tell(f"{member.name}: left out, for OpenML does not have it")
            continue
        try:
            entry = _entry(target, member.openml_id)
        except UnreachableError:
            raise
        except FrostgridError as error:
            tell(f"{member.name}: left out. {error}")
            continue
        file = entry.path.relative_to(folder).as_posix()
        done.append(Mirrored(member.name, member.flags, file, entry.recipe))
        _write(suite, done, folder)
        tell(f"{member.name}: {entry.path}")
    return done


def mirrored(folder: Path) -> dict[str, Mirrored]:
    """Datasets of the mirror in ``folder``, by name; no data is read."""
    path = folder / MANIFEST
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
        if content["format"] != FORMAT:
            raise ValueError(f"format {content['format']}")
        found = [
            Mirrored(
                name=dataset["name"],
                flags=tuple(dataset["flags"]),
                file=dataset["file"],
                recipe=from_content(dataset["recipe"]),
            )
            for dataset in content["datasets"]
        ]
    except (ValueError, KeyError, TypeError) as error:
        raise FrostgridError(
            f"{path} is damaged ({error!r})", hint="make it again with 'frostgrid mirror'"
        ) from error
    return {dataset.name: dataset for dataset in found}


def load_mirrored(folder: Path, name: str) -> Dataset:
    """Read a dataset of a mirror whose bytes are those of the manifest.

    Raises
    ------
    FrostgridError
        There is no such dataset, or its file is missing, changed, or outside of the mirror.
    """
    datasets = mirrored(folder)
    if name not in datasets:
        raise UnknownNameError(f"dataset of the mirror {folder}", name, datasets)
    found = datasets[name]
    path = folder / found.file
    # A manifest is data from elsewhere: it must not make us read other files.
    if not path.resolve().is_relative_to(folder.resolve()):
        raise FrostgridError(f"{folder / MANIFEST}: {found.file!r} is outside of the mirror")
    if not path.is_file() or digest_file(path) != found.recipe.sha256:
        raise FrostgridError(
            f"{path} is missing, or not the file that {MANIFEST} means",
            hint="run 'frostgrid mirror' again with the same folder",
        )
    return read(path, found.recipe, name)


def _entry(target: Cache, openml_id: int) -> Entry:
    found = target.entry(openml_id)
    if found is not None:
        return found
    at_hand = user_cache().entry(openml_id)
    return target.fetch(openml_id) if at_hand is None else target.adopt(at_hand)


def _write(suite: str, done: list[Mirrored], folder: Path) -> None:
    content = {"format": FORMAT, "suite": suite, "datasets": [asdict(entry) for entry in done]}
    with replacing(folder / MANIFEST) as temporary:
        temporary.write_text(json.dumps(content, indent=2, ensure_ascii=False), encoding="utf-8")

"""Files of OpenML on this machine. An entry whose checksums do not hold does not exist."""

from __future__ import annotations

import fcntl
import logging
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from frostgrid.base.atomic import put
from frostgrid.base.digest import digest_file
from frostgrid.base.errors import FrostgridError
from suites.formats.arff_file import attribute_names
from suites.openml.recipe import Recipe, described, read_recipe, recipe, write_recipe
from suites.openml.web import VARIABLE, RefusedError, Web, md5_of, web

DATA, RECIPE = "data.arff", "recipe.json"

_LOG = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Entry:
    """A file whose bytes are those of its recipe."""

    path: Path
    recipe: Recipe


@dataclass(frozen=True, slots=True)
class Cache:
    """A folder with one folder per dataset, which holds its file and its recipe.

    The recipe comes last, so that a folder without one is unfinished work. Nothing is removed
    or overwritten before what takes its place is complete and verified.
    """

    folder: Path
    web: Web

    def entry(self, openml_id: int) -> Entry | None:
        """What the folder holds of a dataset; None if that is nothing, or damaged."""
        return self._look(openml_id)[0]

    def fetch(self, openml_id: int) -> Entry:
        """Entry of a dataset, from the server where the folder has none.

        Raises
        ------
        FrostgridError
            It is not here, and cannot be fetched or used; the message names the damaged file
            if there is one.
        """
        found, problem = self._look(openml_id)
        if found is not None:
            return found
        if self.web.base is None:
            raise FrostgridError(
                f"dataset {openml_id} of OpenML: {problem}, and {VARIABLE} is 'offline'",
                hint="go online once, or use a mirror made by 'frostgrid mirror'",
            )
        with _locked(self.folder / str(openml_id)):
            found, problem = self._look(openml_id)
            if found is not None:  # another process was faster
                return found
            if (self.folder / str(openml_id) / RECIPE).exists():
                _LOG.warning("%s; it is fetched again", problem)
            return self._fetch(openml_id)

    def adopt(self, other: Entry) -> Entry:
        """Copy an entry of another cache."""
        folder = self.folder / str(other.recipe.openml_id)
        with _locked(folder):
            part = folder / f"{DATA}.part"
            shutil.copyfile(other.path, part)
            if digest_file(part) != other.recipe.sha256:
                raise FrostgridError(f"{other.path} changed while it was copied", hint="try again")
            put(part, folder / DATA)
            write_recipe(other.recipe, folder / RECIPE)
        return Entry(folder / DATA, other.recipe)

    def _look(self, openml_id: int) -> tuple[Entry | None, str]:
        data, path = (self.folder / str(openml_id) / name for name in (DATA, RECIPE))
        try:
            found = read_recipe(path)
        except FileNotFoundError:
            return None, f"{data} has never been fetched"
        except ValueError as error:
            return None, f"{path} is damaged ({error})"
        if not data.exists():
            return None, f"{data} is missing"
        if found.openml_id != openml_id or digest_file(data) != found.sha256:
            return None, f"{data} is damaged (its bytes are not those of {RECIPE})"
        return Entry(data, found), ""

    def _fetch(self, openml_id: int) -> Entry:
        folder = self.folder / str(openml_id)
        data, part = folder / DATA, folder / f"{DATA}.part"
        answer = self.web.json(f"/data/{openml_id}")
        description = described(openml_id, answer, self._features(openml_id))
        known = description.md5 is not None and data.exists()
        if not (known and md5_of(data) == description.md5):
            self.web.arff(description.url, part, description.md5)
            put(part, data)
        settled = recipe(description, attribute_names(data), digest_file(data))
        write_recipe(settled, folder / RECIPE)
        return Entry(data, settled)

    def _features(self, openml_id: int) -> Any:  # noqa: ANN401 - any JSON value
        try:
            return self.web.json(f"/data/features/{openml_id}")
        except RefusedError:  # OpenML has not looked into this file
            return None


def user_cache() -> Cache:
    """Cache of this user, ``frostgrid/openml`` under ``$XDG_CACHE_HOME`` or ``~/.cache``."""
    root = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Cache(Path(root, "frostgrid", "openml"), web())


@contextmanager
def _locked(folder: Path) -> Iterator[None]:
    """Let one process at a time work on a folder; the kernel frees it when that process ends."""
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "lock").open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield

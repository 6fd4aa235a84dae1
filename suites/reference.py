"""Where a dataset is, so that another process finds it again."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Literal

from frostgrid.base.errors import FrostgridError
from suites.dataset import Dataset
from suites.entry import dataset_entry
from suites.folder import load_file
from suites.openml.cache import user_cache
from suites.openml.dataset import read
from suites.openml.mirror import load_mirrored


@dataclass(frozen=True, slots=True)
class Reference:
    """Where a dataset is, small enough for a plan or a message.

    Attributes
    ----------
    kind
        ``"catalogue"``, ``"file"`` of the user, ``"openml"``, or ``"mirror"`` of OpenML.
    name
        Name of the dataset.
    path
        Absolute path of the file, or of the mirror's folder; else empty.
    target
        Column with the classes; None leaves it to :func:`suites.folder.load_file`.
    openml_id
        Data id; None for data that OpenML does not have.
    """

    kind: Literal["catalogue", "file", "openml", "mirror"]
    name: str
    path: str = ""
    target: str | None = None
    openml_id: int | None = None

    def load(self) -> Dataset:
        """Read the dataset; only one of OpenML that is not in the cache needs the network."""
        match self.kind:
            case "catalogue":
                return dataset_entry(self.name).load()
            case "file":
                return load_file(Path(self.path), self.target)
            case "mirror":
                return load_mirrored(Path(self.path), self.name)
        entry = user_cache().fetch(self._id())
        return read(entry.path, entry.recipe, self.name)

    def at_hand(self) -> bool:
        """Whether the data can be read without asking OpenML."""
        if self.kind != "openml":
            return True
        return self.openml_id is not None and user_cache().entry(self.openml_id) is not None

    def to_dict(self) -> dict[str, Any]:
        """JSON form."""
        return asdict(self)

    @staticmethod
    def from_dict(content: dict[str, Any]) -> Reference:
        """Build the reference whose JSON form is ``content``."""
        return Reference(**content)

    def _id(self) -> int:
        if self.openml_id is None:
            raise FrostgridError(
                f"OpenML does not have the data of {self.name}",
                hint="give its file or folder as the suite, or leave it out with --strict",
            )
        return self.openml_id

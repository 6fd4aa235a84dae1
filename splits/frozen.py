"""Splits as they were frozen: drawn anew on every load, and compared with committed digests."""

from __future__ import annotations

import csv
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from frostgrid.base.errors import FrostgridError
from frostgrid.base.manifest import verify
from splits.registry import protocols
from splits.split import Split
from suites.dataset import Dataset

SEED = 1
"""Seed of all frozen splits. Another seed would give other splits of the same kind."""

FOLDER = Path(__file__).parent / "frozen"
FREEZE = "frostgrid freeze splits"


@dataclass(frozen=True, slots=True, order=True)
class FrozenSplit:
    """One row of a frozen file, its fields being the columns.

    Attributes
    ----------
    dataset, dataset_digest
        Name, and digest of the content.
    seed, index
        What the split was drawn with, and its position.
    n_train, n_test
        Rows in train, repeated ones included, and in test.
    redraws, sha256
        Draws thrown away, and ``Split.digest``.
    """

    dataset: str
    dataset_digest: str
    seed: int
    index: int
    n_train: int
    n_test: int
    redraws: int
    sha256: str


def frozen_split(dataset: Dataset, protocol: str, index: int) -> Split:
    """Split ``index`` of ``dataset``, counted from 0.

    It is compared with the committed digest where the dataset, by content, was frozen; the
    user's own files were not.

    Raises
    ------
    FrostgridError
        The frozen file was changed, the split is not the frozen one, there is no such split,
        or the protocol cannot split this dataset.
    """
    count = protocols()[protocol].count
    if not 0 <= index < count:
        raise FrostgridError(f"{protocol} has no split {index}", hint=f"it has 0 to {count - 1}")
    frozen = _digests(FOLDER, protocol).get((dataset.digest, index))
    split = draw(dataset, protocol, index)
    if frozen not in (None, split.digest):
        raise FrostgridError(
            f"split {index} of {dataset.name} is not the one in {FOLDER / filename(protocol)}",
            hint="install the versions of requirements/lock.txt",
        )
    return split


def frozen_splits(dataset: Dataset, protocol: str) -> tuple[Split, ...]:
    """All splits of ``dataset``; see :func:`frozen_split`."""
    count = protocols()[protocol].count
    return tuple(frozen_split(dataset, protocol, index) for index in range(count))


def draw(dataset: Dataset, protocol: str, index: int) -> Split:
    """Draw a split with the frozen seed, unchecked."""
    try:
        return protocols()[protocol].draw(dataset.y, dataset.digest, SEED, index)
    except FrostgridError as error:
        raise FrostgridError(f"{dataset.name}: {error.args[0]}", hint=error.hint) from error


def filename(protocol: str) -> str:
    """Name of the frozen file of a protocol."""
    return f"{protocol}.csv"


def read_frozen(folder: Path, protocol: str) -> list[FrozenSplit]:
    """Rows of a frozen file whose bytes are as frozen."""
    with verify(folder, filename(protocol), FREEZE).open(encoding="utf-8", newline="") as file:
        return [
            FrozenSplit(
                dataset=row["dataset"],
                dataset_digest=row["dataset_digest"],
                seed=int(row["seed"]),
                index=int(row["index"]),
                n_train=int(row["n_train"]),
                n_test=int(row["n_test"]),
                redraws=int(row["redraws"]),
                sha256=row["sha256"],
            )
            for row in csv.DictReader(file)
        ]


@cache  # a worker asks for many splits
def _digests(folder: Path, protocol: str) -> dict[tuple[str, int], str]:
    rows = read_frozen(folder, protocol)
    return {(row.dataset_digest, row.index): row.sha256 for row in rows if row.seed == SEED}

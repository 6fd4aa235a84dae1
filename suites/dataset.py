"""A dataset as every part of frostgrid sees it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from frostgrid.base.arrays import FloatMatrix, LabelVector
from frostgrid.base.digest import digest, digest_arrays


@dataclass(frozen=True, slots=True)
class About:
    """Where a dataset comes from.

    Attributes
    ----------
    source
        Package and file, or path, that the data was read from.
    licence
        As known; ``"unknown"`` where nothing is stated.
    openml_id
        OpenML data id where the rows are the same data, else None.
    flags
        Short known problems, for example ``"synthetic"`` or ``"damaged: oldpeak"``.
    unlabelled
        Rows dropped because their target was missing.
    """

    source: str
    licence: str = "unknown"
    openml_id: int | None = None
    flags: tuple[str, ...] = ()
    unlabelled: int = 0


@dataclass(frozen=True, eq=False)
class Dataset:
    """A table with a classification target.

    Attributes
    ----------
    name
        Name in the catalogue, or of the file.
    columns
        Names of the ``p`` features, unique, in file order.
    levels
        Per column: None for a numeric one, else the texts of its categories.
    x
        Features, shape ``(n, p)``, Fortran order. A categorical column holds the position of
        its level in ``levels``; NaN is missing in both kinds.
    y
        Class codes, shape ``(n,)``, positions in ``classes``.
    classes
        Names of the ``k >= 2`` classes, sorted; every class has a row.
    about
        Provenance.
    """

    name: str
    columns: tuple[str, ...]
    levels: tuple[tuple[str, ...] | None, ...]
    x: FloatMatrix
    y: LabelVector
    classes: tuple[str, ...]
    about: About

    @property
    def n_rows(self) -> int:
        """Number of rows ``n``."""
        return len(self.y)

    @property
    def n_columns(self) -> int:
        """Number of features ``p``."""
        return len(self.columns)

    @property
    def n_missing(self) -> int:
        """Number of missing cells."""
        return int(np.isnan(self.x).sum())

    @property
    def n_categorical(self) -> int:
        """Number of categorical columns."""
        return sum(levels is not None for levels in self.levels)

    @cached_property
    def digest(self) -> str:
        """SHA-256 of the content; name and provenance do not count."""
        levels = [None if found is None else list(found) for found in self.levels]
        described = digest([list(self.columns), levels, list(self.classes)])
        return digest([described, digest_arrays(self.x, self.y)])

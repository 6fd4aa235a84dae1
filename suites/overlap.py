"""Rows that two datasets have in common, whatever their columns and classes are called."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from frostgrid.base.arrays import FloatVector
from frostgrid.base.digest import digest
from suites.dataset import Dataset
from suites.entry import dataset_entry, entry_names

Words = NDArray[np.uint64]

FEWEST = 50
"""Fewer different rows than this may be alike by chance: two columns of three codes always are."""

_DIGITS = 6


@dataclass(frozen=True, slots=True, eq=False)
class Signatures:
    """Hashes of a dataset's different rows, ascending.

    The class, and columns that are constant, do not count. Numbers count with six significant
    digits; a level whose text is a number counts as that number.

    Attributes
    ----------
    name, digest
        Of the dataset.
    ordered
        Cells in the order of the columns.
    unordered
        Cells in any order.
    """

    name: str
    digest: str
    ordered: Words
    unordered: Words


def signatures(dataset: Dataset) -> Signatures:
    """Hash the rows of a dataset."""
    ordered = np.zeros(dataset.n_rows, np.uint64)
    unordered = np.zeros(dataset.n_rows, np.uint64)
    place = 0
    for levels, column in zip(dataset.levels, dataset.x.T, strict=True):
        cells = _numbers(column) if levels is None else _levels(column, levels)
        if (cells == cells[0]).all():
            continue
        place += 1
        unordered += cells
        ordered += _mixed(cells + np.uint64(place))
    return Signatures(dataset.name, dataset.digest, np.unique(ordered), np.unique(unordered))


@cache
def catalogue_signatures() -> tuple[Signatures, ...]:
    """Signatures of all datasets of the catalogue."""
    return tuple(signatures(dataset_entry(name).load()) for name in entry_names())


def overlap(first: Signatures, second: Signatures) -> float:
    """Different rows in common, as a share of the smaller dataset's.

    The larger of two shares: with cells compared by position, and in any order. Datasets with
    fewer than ``FEWEST`` different rows share nothing.
    """
    return max(_share(first.ordered, second.ordered), _share(first.unordered, second.unordered))


def _share(first: Words, second: Words) -> float:
    smaller = min(len(first), len(second))
    if smaller < FEWEST:
        return 0.0
    return len(np.intersect1d(first, second, assume_unique=True)) / smaller


def _numbers(values: FloatVector) -> Words:
    """Hash of each number's leading digits; all missing ones are alike."""
    size = np.abs(np.nan_to_num(values))
    size[size == 0] = 1.0
    exponent = np.floor(np.log10(size))
    with np.errstate(over="ignore"):
        scaled = np.nan_to_num(values) / 10.0**exponent
    digits = np.round(scaled * 10 ** (_DIGITS - 1))
    carried = np.abs(digits) == 10**_DIGITS
    digits[carried] /= 10
    exponent[carried] += 1
    words = digits.astype(np.int64).view(np.uint64) * np.uint64(1 << 12)
    words += exponent.astype(np.int64).view(np.uint64)
    words[np.isnan(values)] = np.uint64(1 << 63)
    return _mixed(words)


def _levels(codes: FloatVector, levels: tuple[str, ...]) -> Words:
    words = np.array([_level(level) for level in levels] + [_numbers(np.array([np.nan]))[0]])
    return words[np.where(np.isnan(codes), len(levels), codes).astype(np.intp)]


def _level(text: str) -> np.uint64:
    try:
        number = float(text)
    except ValueError:
        number = np.nan
    if np.isfinite(number):
        return np.uint64(_numbers(np.array([number]))[0])
    return np.uint64(int(digest(text)[:16], 16))


def _mixed(words: Words) -> Words:
    """Spread every bit over the word (finaliser of SplitMix64, Steele et al. 2014)."""
    words = (words ^ (words >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    words = (words ^ (words >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return words ^ (words >> np.uint64(31))

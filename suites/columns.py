"""Columns of a pandas table as numbers: values of numeric ones, level codes of categorical ones."""

from __future__ import annotations

import math
from collections.abc import Iterable
from decimal import Decimal
from numbers import Integral, Real
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike, NDArray
from pandas.api import types

from frostgrid.base.arrays import FloatVector
from frostgrid.base.errors import FrostgridError

LARGEST_INTEGER = 2**53 - 1
"""From 2**53 on, different integers share one float64."""


def column(values: pd.Series[Any], where: str) -> tuple[FloatVector, tuple[str, ...] | None]:
    """Numbers of a column, and its levels if it is categorical; NaN is missing.

    Numbers of every dtype are numeric. Booleans are categorical with levels ``false`` and
    ``true``. Texts are categorical, levels ordered as in :func:`ordered`; the categorical dtype
    keeps its declared order and its unused levels. A column without any value is numeric.

    Parameters
    ----------
    values
        The column, ``n`` rows.
    where
        How messages call it.

    Raises
    ------
    FrostgridError
        Times, complex or infinite numbers, integers of 2**53 and more, nested objects.
    """
    dtype = values.dtype
    if isinstance(dtype, pd.CategoricalDtype):
        texts = _texts(dtype.categories, where)
        levels = tuple(dict.fromkeys(texts))
        codes = np.array([*_positions(texts, levels), np.nan])
        return codes[np.asarray(values.cat.codes)], levels
    if types.is_numeric_dtype(dtype) and not types.is_bool_dtype(dtype):
        return _numeric(values, where), None
    if not (types.is_bool_dtype(dtype) or types.is_object_dtype(dtype) or _is_text(dtype)):
        raise FrostgridError(
            f"{where} has values of type {dtype}", hint="turn it into numbers or texts, or drop it"
        )
    is_plain = isinstance(dtype, pd.StringDtype) or types.is_bool_dtype(dtype)
    if is_plain or types.infer_dtype(values, skipna=True) == "string":
        codes, found = pd.factorize(values)
        texts = [text(entry) for entry in found]
        levels = ordered(texts)
        return np.array([*_positions(texts, levels), np.nan])[codes], levels
    present = values.notna().to_numpy()
    # Cell by cell, not by distinct value: to a hash table, True and 1 are the same.
    cells = values[present].tolist()
    if all(isinstance(cell, Real | Decimal) and not _is_bool(cell) for cell in cells):
        return _spread(_numeric(pd.Series(cells, dtype=object), where), present), None
    texts = _texts(cells, where)
    levels = ordered(texts)
    return _spread(_positions(texts, levels), present), levels


def labels(values: pd.Series[Any], where: str) -> tuple[FloatVector, tuple[str, ...]]:
    """Class codes of a target column, and the names of the classes that occur; NaN is missing.

    Every class is a text; a whole number counts as an integer, so that 1.0 is class ``1``.
    """
    numbers, levels = column(values, where)
    present = ~np.isnan(numbers)
    found, codes = np.unique(numbers[present], return_inverse=True)
    texts = [levels[int(value)] if levels is not None else text(value) for value in found]
    classes = ordered(texts)
    return _spread(np.array(_positions(texts, classes))[codes], present), classes


def text(value: object) -> str:
    """Name of a value: ``true``, ``1`` for 1.0, else as Python prints it."""
    if _is_bool(value):
        return str(bool(value)).lower()
    if isinstance(value, Integral):
        return str(int(value))
    if isinstance(value, Real) and float(value).is_integer():
        return str(int(float(value)))
    return str(value)


def ordered(texts: Iterable[str]) -> tuple[str, ...]:
    """Different texts in order: by value if all are finite numbers, else by code point."""
    different = set(texts)
    try:
        values = {entry: float(entry) for entry in different}
    except ValueError:
        return tuple(sorted(different))
    if not all(map(math.isfinite, values.values())):
        return tuple(sorted(different))
    return tuple(sorted(different, key=lambda entry: (values[entry], entry)))


def _numeric(values: pd.Series[Any], where: str) -> FloatVector:
    if types.is_complex_dtype(values.dtype):
        raise FrostgridError(f"{where} holds complex numbers", hint="split it into two columns")
    present = values.dropna()
    if types.is_integer_dtype(values.dtype):
        too_large = bool(((present > LARGEST_INTEGER) | (present < -LARGEST_INTEGER)).any())
    else:
        too_large = types.is_object_dtype(values.dtype) and any(
            isinstance(value, Integral) and abs(int(value)) > LARGEST_INTEGER for value in present
        )
    if too_large:
        raise FrostgridError(
            f"{where} holds integers of 2**53 or more, which would lose digits",
            hint="drop it if it is an identifier, or make it a text",
        )
    numbers: FloatVector = values.to_numpy(dtype=np.float64, na_value=np.nan)
    if np.isinf(numbers).any():
        raise FrostgridError(f"{where} holds infinite numbers", hint="make them missing")
    return numbers


def _texts(values: Iterable[Any], where: str) -> list[str]:
    entries = list(values)
    for value in entries:
        if not isinstance(value, str | Real | Decimal | np.bool_):
            raise FrostgridError(
                f"{where} holds objects of type {type(value).__name__}",
                hint="turn it into numbers or texts, or drop it",
            )
    return [text(value) for value in entries]


def _positions(texts: list[str], levels: tuple[str, ...]) -> list[float]:
    position = {level: float(code) for code, level in enumerate(levels)}
    return [position[entry] for entry in texts]


def _spread(numbers: ArrayLike, present: NDArray[np.bool_]) -> FloatVector:
    """Put ``numbers`` where values are present, NaN elsewhere."""
    spread = np.full(len(present), np.nan)
    spread[present] = numbers
    return spread


def _is_bool(value: object) -> bool:
    return isinstance(value, bool | np.bool_)


def _is_text(dtype: Any) -> bool:  # noqa: ANN401 - any dtype of pandas
    return isinstance(dtype, pd.StringDtype) or types.is_string_dtype(dtype)

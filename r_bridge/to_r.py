"""Python values as R objects, by one copy of their buffers wherever there is a buffer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import isnan
from numbers import Integral, Real
from typing import Any

import numpy as np
from numpy.typing import NDArray

from frostgrid.base.arrays import Columns
from frostgrid.base.errors import FrostgridError
from frostgrid.base.plural import plural
from r_bridge.session import start

_NA_INTEGER = -(2**31)
_EXACT = 2**53


def to_r(value: Any) -> Any:  # noqa: ANN401 - any value, and rpy2 has no types
    """R object of a scalar, None, mapping, list, NumPy array (one or two axes) or pandas array.

    None becomes NULL, a mapping a named list, missing entries (None, NaN, ``pandas.NA``) NA,
    pandas categories a factor. Integers beyond R's become doubles as long as these are exact.
    Raises ``FrostgridError`` for what R has no faithful counterpart of: larger integers, dates,
    complex numbers, mixed types.
    """
    if value is None:
        return start().NULL
    if isinstance(value, str | int | float):
        return _objects([value])
    if isinstance(value, Mapping):
        return named_list(value)
    if np.ndim(value) == 0:
        return _objects([value])
    value = getattr(value, "array", value)  # the array inside a pandas Series
    if hasattr(value, "categories"):
        return factor(np.asarray(value.codes), [str(level) for level in value.categories])
    array = value if isinstance(value, np.ndarray) else np.asarray(value, dtype=object)
    if array.ndim > 2:
        raise FrostgridError(f"an array of {array.ndim} axes cannot become an R object")
    vector = _vector(array.ravel(order="F"))
    if array.ndim == 2:
        vector.do_slot_assign("dim", _integers(np.array(array.shape)))
    return vector


def doubles(values: NDArray[Any]) -> Any:  # noqa: ANN401 - rpy2 has no types
    """R vector of real numbers; NaN is missing to R as well."""
    array = np.ascontiguousarray(values, dtype=np.float64)
    return start().FloatSexpVector.from_memoryview(array.data)


def factor(codes: NDArray[Any], levels: Sequence[str]) -> Any:  # noqa: ANN401 - rpy2 has no types
    """R factor; code ``i`` is ``levels[i]`` and -1 is missing."""
    _distinct("levels", levels)
    if len(codes) and not -1 <= int(codes.min()) <= int(codes.max()) < len(levels):
        raise FrostgridError(
            f"factor codes {int(codes.min())} to {int(codes.max())}"
            f" with {plural(len(levels), 'level')}"
        )
    result = _integers(np.asarray(codes, dtype=np.int32) + 1, np.asarray(codes) == -1)
    result.do_slot_assign("levels", strings(levels))
    result.rclass = strings(["factor"])
    return result


def strings(values: Sequence[str | None]) -> Any:  # noqa: ANN401 - rpy2 has no types
    """R character vector in UTF-8; None is missing."""
    interface = start()
    na = interface.NA_Character
    return interface.StrSexpVector([na if v is None else _text(v) for v in values])


def named_list(values: Mapping[str, Any]) -> Any:  # noqa: ANN401 - rpy2 has no types
    """R list with these names, in this order."""
    result = start().ListSexpVector([to_r(value) for value in values.values()])
    result.names = strings(list(values))
    return result


def matrix(x: Columns, names: Sequence[str]) -> Any:  # noqa: ANN401 - rpy2 has no types
    """R matrix of real numbers; ``x`` has ``len(names)`` columns, which are written into it."""
    _distinct("columns", names)
    result = start().baseenv["numeric"](to_r(len(x) * len(names)))
    # Before it has axes, so that this is R's own memory and not a copy in Python's order.
    places = np.asarray(result.memoryview()).reshape((len(names), len(x)))
    for place, column in zip(places, x.T, strict=True):
        place[:] = column
    result.do_slot_assign("dim", _integers(np.array([len(x), len(names)])))
    names_of = start().ListSexpVector([start().NULL, strings(names)])
    result.do_slot_assign("dimnames", names_of)
    return result


def frame(columns: Sequence[Any], names: Sequence[str], n_rows: int) -> Any:  # noqa: ANN401
    """R data frame of R vectors of equal length."""
    _distinct("columns", names)
    lengths = {len(column) for column in columns} - {n_rows}
    if lengths or len(columns) != len(names):
        raise FrostgridError(
            f"{plural(len(columns), 'column')} under {plural(len(names), 'name')},"
            f" of lengths {sorted(lengths)} instead of {n_rows}"
        )
    result = start().ListSexpVector(list(columns))
    result.names = strings(names)
    # R's short form of the row names 1 .. n.
    result.do_slot_assign("row.names", _integers(np.array([0, -n_rows]), np.array([True, False])))
    result.rclass = strings(["data.frame"])
    return result


def _vector(array: NDArray[Any]) -> Any:  # noqa: ANN401 - rpy2 has no types
    kind = array.dtype.kind
    if kind == "f":
        return doubles(array)
    if kind in "iu":
        return _integers(array)
    if kind == "b":
        return _logicals(array)
    if kind in "UOT":
        return _objects(array.tolist())
    raise FrostgridError(
        f"values of type {array.dtype} cannot become an R vector", hint="make them numbers or text"
    )


def _objects(values: list[Any]) -> Any:  # noqa: ANN401 - rpy2 has no types
    """R vector of Python objects; its type is that of the entries not missing."""
    missing = np.array([_is_missing(value) for value in values], dtype=bool)
    kinds = {_kind(value) for value, gone in zip(values, missing, strict=True) if not gone}

    def filled(filler: object) -> list[Any]:
        return [filler if gone else value for value, gone in zip(values, missing, strict=True)]

    if kinds <= {"logical"}:
        return _logicals(np.array(filled(False), dtype=bool), missing)
    if kinds == {"text"}:
        return strings(filled(None))
    if kinds == {"integer"}:
        return _integers(np.array(filled(0), dtype=object), missing)
    if kinds <= {"integer", "real"}:
        for value in values:
            if isinstance(value, Integral):
                _refuse_inexact(int(value))
        return doubles(np.array(filled(np.nan), dtype=np.float64))
    raise FrostgridError(
        f"values of type {', '.join(sorted(kinds))} cannot become one R vector",
        hint="make them all numbers or all text",
    )


def _kind(value: object) -> str:
    if isinstance(value, bool | np.bool_):
        return "logical"
    if isinstance(value, str):
        return "text"
    if isinstance(value, Integral):
        return "integer"
    return "real" if isinstance(value, Real) else type(value).__name__


def _is_missing(value: object) -> bool:
    # pandas.NA is known by the name of its type, so that pandas need not be imported.
    return (
        value is None
        or (isinstance(value, float) and isnan(value))
        or type(value).__name__ == "NAType"
    )


def _integers(values: NDArray[Any], missing: NDArray[np.bool_] | None = None) -> Any:  # noqa: ANN401
    low, high = (int(values.min()), int(values.max())) if len(values) else (0, 0)
    if low > _NA_INTEGER and high < 2**31:
        array = values.astype(np.int32)
        if missing is not None:
            array[missing] = _NA_INTEGER
        return start().IntSexpVector.from_memoryview(array.data)
    for bound in (low, high):
        _refuse_inexact(bound)
    real = values.astype(np.float64)
    return doubles(real if missing is None else np.where(missing, np.nan, real))


def _logicals(values: NDArray[np.bool_], missing: NDArray[np.bool_] | None = None) -> Any:  # noqa: ANN401
    array = values.astype(np.int32)
    if missing is not None:
        array[missing] = _NA_INTEGER
    return start().BoolSexpVector.from_memoryview(array.data)


def _refuse_inexact(value: int) -> None:
    if abs(value) > _EXACT:
        raise FrostgridError(
            f"the integer {value} is beyond 2**53 and R cannot hold it exactly",
            hint="make it text, or rescale it",
        )


def _text(value: str) -> str:
    try:
        value.encode()
    except UnicodeEncodeError:
        whole = False
    else:
        whole = "\0" not in value
    if not whole:
        raise FrostgridError(
            f"the text {value!r} holds a NUL or half a character, which R cannot hold"
        )
    return value


def _distinct(what: str, names: Sequence[str]) -> None:
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise FrostgridError(f"two {what} are named {twice[0]!r}", hint="rename one")

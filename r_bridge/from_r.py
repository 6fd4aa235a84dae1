"""R objects as NumPy arrays; always copies, since a view does not keep R's memory alive."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from frostgrid.base.arrays import LabelVector
from frostgrid.base.errors import FrostgridError
from r_bridge.session import start

_NA_INTEGER = -(2**31)
_DATA_FRAME = ["data.frame"]


@dataclass(frozen=True, slots=True, eq=False)
class Factor:
    """An R factor.

    Attributes
    ----------
    codes
        Positions in ``levels``, shape ``(n,)``; -1 is missing.
    levels
        Texts of the levels, in R's order.
    ordered
        Whether R knows the levels as ordered.
    """

    codes: LabelVector
    levels: tuple[str, ...]
    ordered: bool


def from_r(value: Any) -> Any:  # noqa: ANN401 - any R object
    """Python counterpart of an R object.

    NULL becomes None, a vector or array a NumPy array of its shape, a factor a ``Factor``, a
    list or data frame a dict (a list where it has no names). Missing entries become NaN, of
    integer and logical vectors too (which then are float), None among texts, and -1 among the
    codes of a factor, even where R counts missing as a level. Raises
    ``FrostgridError`` for lists with repeated names, and by class for what has no counterpart:
    dates, functions, complex numbers, other classed objects.
    """
    interface = start()
    if value is interface.NULL:
        return None
    # Before anything else, since R evaluates a call or a symbol that is handed to a function.
    if not isinstance(value, _vectors(interface)):
        raise _no_counterpart(value.rclass[0])
    old_class = interface.baseenv["oldClass"](value)
    classes = [] if old_class is interface.NULL else list(old_class)
    if "factor" in classes:
        return _factor(interface, value, ordered="ordered" in classes)
    if classes and classes != _DATA_FRAME:
        raise _no_counterpart(" ".join(classes))
    if isinstance(value, interface.ListSexpVector):
        return _list(value)
    array = _vector(interface, value)
    dim = interface.baseenv["dim"](value)
    return array if dim is interface.NULL else array.reshape(tuple(dim), order="F")


def dimnames(value: Any) -> tuple[list[str] | None, ...]:  # noqa: ANN401 - an R array
    """Names along each axis of an R array; None for an axis without, empty without any."""
    null = start().NULL
    found = start().baseenv["dimnames"](value)
    return () if found is null else tuple(None if x is null else list(x) for x in found)


def _vectors(interface: Any) -> tuple[type, ...]:  # noqa: ANN401 - rpy2 has no types
    return (
        interface.FloatSexpVector,
        interface.BoolSexpVector,
        interface.IntSexpVector,
        interface.StrSexpVector,
        interface.ListSexpVector,
    )


def _vector(interface: Any, value: Any) -> NDArray[Any]:  # noqa: ANN401 - rpy2 has no types
    if isinstance(value, interface.FloatSexpVector):
        return np.array(value.memoryview(), dtype=np.float64)
    if isinstance(value, interface.BoolSexpVector):
        return _whole(value, np.bool_)
    if isinstance(value, interface.IntSexpVector):
        return _whole(value, np.int32)
    return np.array(_texts(interface, value), dtype=object)


def _texts(interface: Any, value: Any) -> list[str | None]:  # noqa: ANN401 - rpy2 has no types
    return [None if text is interface.NA_Character else text for text in value]


def _whole(value: Any, dtype: type[np.generic]) -> NDArray[Any]:  # noqa: ANN401 - an R vector
    array = np.array(value.memoryview(), dtype=np.int32)
    missing = array == _NA_INTEGER
    return np.where(missing, np.nan, array) if missing.any() else array.astype(dtype)


def _factor(interface: Any, value: Any, *, ordered: bool) -> Factor:  # noqa: ANN401 - rpy2 has no types
    codes = np.array(value.memoryview(), dtype=np.int32)
    codes[codes == _NA_INTEGER] = 0
    levels = _texts(interface, interface.baseenv["levels"](value))
    known = np.array([text is not None for text in levels], dtype=bool)
    # R counts from 1; addNA() makes missing a level, anywhere among the others.
    place = np.concatenate([[-1], np.where(known, known.cumsum() - 1, -1)]).astype(np.int32)
    return Factor(place[codes], tuple(text for text in levels if text is not None), ordered)


def _list(value: Any) -> dict[str, Any] | list[Any]:  # noqa: ANN401 - an R list
    entries = [from_r(entry) for entry in value]
    names = value.names
    if names is start().NULL:
        return entries
    name, count = Counter(names).most_common(1)[0] if entries else ("", 1)
    if count > 1:
        raise FrostgridError(f"an R list has {count} entries named {name!r}", hint="rename them")
    return dict(zip(names, entries, strict=True))


def _no_counterpart(what: str) -> FrostgridError:
    return FrostgridError(
        f"an R object of class {what!r} cannot be brought into Python",
        hint="turn it into numbers, text or a factor in R",
    )

"""Rows of one fold inside R."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from frostgrid.base.arrays import Columns, LabelVector
from frostgrid.base.errors import NotApplicableError
from r_bridge.call import RError, call, functions
from r_bridge.script import Script
from r_bridge.session import start
from r_bridge.to_r import doubles, factor, frame, matrix, to_r


@dataclass(frozen=True, slots=True, eq=False)
class RFold:
    """Training and test rows inside R. R frees them when this object goes.

    Attributes
    ----------
    script
        The learner they were laid out for.
    x_train, y_train, x_test
        R objects: data frames or matrices, and a factor of the classes that have rows.
    n_classes
        Number of columns that predictions have.
    """

    script: Script
    x_train: Any
    y_train: Any
    x_test: Any
    n_classes: int


def load(
    script: Script,
    *,
    x_train: Columns,
    y_train: LabelVector,
    x_test: Columns,
    n_classes: int,
    levels: tuple[int, ...],
) -> RFold:
    """Copy rows into R once, for any number of fits, and load the learner's package.

    Parameters
    ----------
    script
        The learner.
    x_train, x_test
        Features, ``n`` and ``m`` rows; categorical columns hold level codes.
    y_train
        Class codes, shape ``(n,)``; a class may have no rows.
    n_classes
        Number of classes.
    levels
        Per column: 0 for a numeric one, else the number of its levels.
    """
    functions(script)
    call(script, "load", start().baseenv["loadNamespace"], 0, to_r(script.package))
    if script.data == "matrix" and any(levels):
        raise NotApplicableError(
            "categorical_columns", f"{script.name} takes numbers only; use a one-hot encoding"
        )
    seen, codes = np.unique(y_train, return_inverse=True)
    return RFold(
        script=script,
        x_train=_features(script, x_train, levels),
        y_train=factor(codes, [_name("c", int(code)) for code in seen]),
        x_test=_features(script, x_test, levels),
        n_classes=n_classes,
    )


def class_code(script: Script, name: str, n_classes: int) -> int:
    """Class code of R's name for it."""
    code = int(name[1:]) - 1 if name[1:].isdecimal() else -1
    if not 0 <= code < n_classes:
        raise RError(f"{script.name}.R: prob() names {name!r}, which is no class")
    return code


def _features(script: Script, x: Columns, levels: tuple[int, ...]) -> Any:  # noqa: ANN401
    names = [_name("f", j) for j in range(len(levels))]
    if script.data == "matrix":
        return matrix(x, names)
    columns = [
        factor(column.astype(np.int32), [_name("l", i) for i in range(count)])
        if count
        else doubles(column)
        for column, count in zip(x.T, levels, strict=True)
    ]
    return frame(columns, names, len(x))


def _name(prefix: str, position: int) -> str:
    """Name that no R package can misread, in whatever way it treats the user's own."""
    return f"{prefix}{position + 1:04d}"

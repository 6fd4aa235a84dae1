"""Fit and predict with a learner's R file."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np

from frostgrid.base.arrays import FloatMatrix, LabelVector
from r_bridge.call import call, functions, guard
from r_bridge.fold import RFold, class_code
from r_bridge.script import Script
from r_bridge.session import start
from r_bridge.to_r import named_list, to_r


@dataclass(frozen=True, slots=True, eq=False)
class RModel:
    """A fitted model inside R. R frees it when this object goes."""

    script: Script
    handle: Any
    seed: int


def fit(data: RFold, config: Mapping[str, bool | int | float | str | None], seed: int) -> RModel:
    """Fit with R's random stream started at ``seed``, as ``set.seed(seed)`` does in plain R.

    Raises
    ------
    RError
        With R's message, and what R printed.
    NotApplicableError
        Where the R file refuses the data or the configuration.
    MemoryError
        Where R found no memory.
    """
    script = data.script
    arguments = data.x_train, data.y_train, named_list(config), to_r(seed)
    return RModel(script, call(script, "fit", functions(script)["fit"], seed, *arguments), seed)


def predict(model: RModel, data: RFold) -> tuple[FloatMatrix, LabelVector | None]:
    """Class probabilities of the test rows, and labels where the R file gives them.

    Packages order columns as they please and drop classes they did not see, so columns are
    placed by name; a class without training rows has probability 0. A label that R says is missing
    is -1, which no class has. Raises as ``fit`` does.
    """
    script = model.script
    arguments = functions(script)["prob"], model.handle, data.x_test
    numbers, classes, labels = call(script, "prob", guard()["answered"], model.seed, *arguments)
    found = np.array(numbers.memoryview()).reshape((-1, len(classes)), order="F")
    prob = np.zeros((len(found), data.n_classes))
    prob[:, _codes(script, classes, data.n_classes)] = found
    return prob, None if labels is start().NULL else _codes(script, labels, data.n_classes)


def decide(model: RModel, data: RFold) -> FloatMatrix | None:
    """Decision values of the test rows; None where the R file has no function for them.

    Packages order pairs and the classes of a pair as they please, so columns are placed by name:
    pairs (0, 1), (0, 2), .. (1, 2), .. of class codes, positive saying the first. Columns of
    classes without training rows are NaN. Raises as ``fit`` does.
    """
    script = model.script
    if "decision" not in functions(script):
        return None
    arguments = functions(script)["decision"], model.handle, data.x_test
    numbers, names = call(script, "decision", guard()["decided"], model.seed, *arguments)
    found = np.array(numbers.memoryview()).reshape((-1, len(names)), order="F")
    pairs = list(combinations(range(data.n_classes), 2))
    placed = np.full((len(found), len(pairs)), np.nan)
    for column, name in zip(found.T, names, strict=True):
        first, second = _codes(script, name.split("/"), data.n_classes).tolist()
        sign = 1 if first < second else -1
        placed[:, pairs.index((min(first, second), max(first, second)))] = sign * column
    return placed


def _codes(script: Script, names: Iterable[str], n_classes: int) -> LabelVector:
    missing = start().NA_Character
    codes = [-1 if name is missing else class_code(script, name, n_classes) for name in names]
    return np.array(codes, dtype=np.int32)

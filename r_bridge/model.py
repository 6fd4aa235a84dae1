"""Fit and predict with a learner's R file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from frostgrid.base.arrays import FloatMatrix, LabelVector
from r_bridge.call import RError, call, functions
from r_bridge.fold import RFold, class_code
from r_bridge.from_r import dimnames, from_r
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
    placed by name; a class without training rows has probability 0. Raises as ``fit`` does.
    """
    script = model.script
    answer = call(script, "prob", functions(script)["prob"], model.seed, model.handle, data.x_test)
    found = from_r(answer)
    names = dimnames(answer)
    columns = names[1] if len(names) == 2 else None
    if columns is None or len(set(columns)) < len(columns):
        raise RError(f"{script.name}.R: prob() gave no matrix whose columns are named by class")
    prob = np.zeros((len(found), data.n_classes))
    prob[:, [class_code(script, name, data.n_classes) for name in columns]] = found
    labels = from_r(start().baseenv["attr"](answer, "labels"))
    if labels is None:
        return prob, None
    codes = [class_code(script, name, data.n_classes) for name in labels]
    return prob, np.array(codes, dtype=np.int32)

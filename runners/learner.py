"""The contract that every learner fulfils."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

from frostgrid.base.arrays import FloatMatrix, LabelVector
from grids.space import Config
from runners.fold import Fold
from runners.preprocessing import Preprocessing
from runners.traits import Trait


@dataclass(frozen=True, slots=True, eq=False)
class Prediction:
    """What a fitted learner says of the test rows.

    Attributes
    ----------
    prob
        Class probabilities, shape ``(m, n_classes)`` of the fold, columns in class-code order.
    labels
        Class codes, shape ``(m,)``, only where the package's own labels are not simply the most
        probable class (support vector machines); else None.
    """

    prob: FloatMatrix
    labels: LabelVector | None = None


@dataclass(frozen=True, slots=True)
class Learner:
    """A learner as the registry holds it. Importing its module imports no package of its own.

    Attributes
    ----------
    name
        Registry name, also that of its space.
    language
        Where it runs.
    package
        Distribution (Python) or package (R) that implements it.
    title
        One line for listings.
    version
        Of this adapter; part of every evaluation's key. Raise it when results may change.
    preprocessing
        What stands before the learner unless the user asks for something else.
    load
        Bring a fold into the learner's own world, for example copy it into R; once per fold,
        outside the clock.
    fit
        ``fit(data, config, seed)`` with an effective configuration and ``0 <= seed < 2**31``;
        timed. One thread. Raises ``NotApplicableError`` for data that the learner by its nature
        cannot take.
    predict
        ``predict(model, data)`` on the fold's test rows; timed.
    decide
        ``decide(model, data)``: decision values of the test rows, shape ``(m, k (k - 1) / 2)``, for
        the pairs of classes (0, 1), (0, 2), .. (1, 2), ..; positive says the first of a pair. None,
        here or from the function, where the learner has none. Not timed: called only where
        predictions are kept.
    traits
        What it is like by its nature; the conformance suite holds it to that.
    """

    name: str
    language: Literal["python", "r"]
    package: str
    title: str
    version: int
    preprocessing: Preprocessing
    load: Callable[[Fold], Any]
    fit: Callable[[Any, Config, int], Any]
    predict: Callable[[Any, Any], Prediction]
    decide: Callable[[Any, Any], FloatMatrix | None] | None = None
    traits: frozenset[Trait] = frozenset()

"""Learners made from classifiers that follow scikit-learn's interface, on one thread."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

import numpy as np

from frostgrid.base.errors import NotApplicableError
from grids.space import Config
from runners.fold import Fold
from runners.learner import Learner, Prediction
from runners.preprocessing import Preprocessing
from runners.traits import Trait

ONEHOT = Preprocessing("onehot")
ONEHOT_SCALED = Preprocessing("onehot", "standard")
ONEHOT_MINMAX = Preprocessing("onehot", "minmax")
NATIVE = Preprocessing("native")

NOTHING: Mapping[str, object] = MappingProxyType({})


@dataclass(frozen=True, slots=True, eq=False)
class Loaded:
    """A fold, and the imported class to fit it with.

    Attributes
    ----------
    make
        The classifier's class.
    fold
        With rows, not columns, contiguous in memory: what most of these classifiers read.
    """

    make: Callable[..., Any]
    fold: Fold


def load(path: str, fold: Fold) -> Loaded:
    """Import the class at ``path``, written ``module:Class``, and arrange ``fold`` for it."""
    module, _, name = path.partition(":")
    rows = replace(
        fold,
        x_train=np.ascontiguousarray(fold.x_train),
        x_test=np.ascontiguousarray(fold.x_test),
    )
    return Loaded(getattr(importlib.import_module(module), name), rows)


def probabilities(model: Any, data: Loaded) -> Prediction:  # noqa: ANN401 - scikit-learn has no types
    """Probabilities only: the package's label is the most probable class."""
    return Prediction(model.predict_proba(data.fold.x_test))


def own_labels(model: Any, data: Loaded) -> Prediction:  # noqa: ANN401 - scikit-learn has no types
    """Probabilities, and the labels of the class where these are not the most probable ones."""
    x = data.fold.x_test
    return Prediction(model.predict_proba(x), model.predict(x))


def unchanged(fold: Fold, config: Config) -> dict[str, Any]:  # noqa: ARG001 - others look at the fold
    """Pass the configuration on as it is."""
    return dict(config)


def varied(fold: Fold, config: Config) -> dict[str, Any]:
    """Pass the configuration on unless every column is constant, which the class can't take."""
    if (fold.x_train == fold.x_train[0]).all():
        raise NotApplicableError("all_constant", "every column is constant")
    return dict(config)


def sklearn_learner(
    name: str,
    title: str,
    path: str,
    preprocessing: Preprocessing,
    *,
    fixed: Mapping[str, object] = NOTHING,
    seeded: bool = True,
    arguments: Callable[[Fold, Config], dict[str, Any]] = unchanged,
    predict: Callable[[Any, Loaded], Prediction] = probabilities,
    traits: Iterable[Trait] = (),
) -> Learner:
    """Describe the scikit-learn classifier at ``path`` as a learner.

    Parameters
    ----------
    name, title, preprocessing, predict, traits
        As in ``Learner``.
    path
        ``module:Class``.
    fixed
        Constructor arguments that never vary, threads above all.
    seeded
        Whether the class takes ``random_state``; if not, the learner is ``seedless``.
    arguments
        Constructor arguments that a configuration means on a fold; may raise
        ``NotApplicableError``.
    """

    def fit(data: Loaded, config: Config, seed: int) -> Any:  # noqa: ANN401 - scikit-learn has no types
        given = arguments(data.fold, config)
        random_state = {"random_state": seed} if seeded else {}
        model = data.make(**fixed, **given, **random_state)
        return model.fit(data.fold.x_train, data.fold.y_train)

    return Learner(
        name=name,
        language="python",
        package="scikit-learn",
        title=title,
        version=1,
        preprocessing=preprocessing,
        load=lambda fold: load(path, fold),
        fit=fit,
        predict=predict,
        traits=frozenset(traits) | (frozenset() if seeded else {Trait.SEEDLESS}),
    )

"""Learners made from classifiers that follow scikit-learn's interface, on one thread."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from frostgrid.base.arrays import FloatMatrix
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
        Whose rows these are.
    x_train, x_test
        Its rows, contiguous in memory, as most of these classifiers read them.
    """

    make: Callable[..., Any]
    fold: Fold
    x_train: FloatMatrix
    x_test: FloatMatrix


def load(path: str, fold: Fold) -> Loaded:
    """Import the class at ``path``, written ``module:Class``, and lay ``fold`` out for it."""
    module, _, name = path.partition(":")
    return Loaded(getattr(importlib.import_module(module), name), fold, *fold.matrices("C"))


def probabilities(model: Any, data: Loaded) -> Prediction:  # noqa: ANN401 - scikit-learn has no types
    """Probabilities only: the package's label is the most probable class."""
    return Prediction(model.predict_proba(data.x_test))


def own_labels(model: Any, data: Loaded) -> Prediction:  # noqa: ANN401 - scikit-learn has no types
    """Probabilities, and the labels of the class where these are not the most probable ones."""
    return Prediction(model.predict_proba(data.x_test), model.predict(data.x_test))


def unchanged(data: Loaded, config: Config) -> dict[str, Any]:  # noqa: ARG001 - others look at the data
    """Pass the configuration on as it is."""
    return dict(config)


def varied(data: Loaded, config: Config) -> dict[str, Any]:
    """Pass the configuration on unless every column is constant, which the class can't take."""
    if (data.x_train == data.x_train[0]).all():
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
    arguments: Callable[[Loaded, Config], dict[str, Any]] = unchanged,
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
        Constructor arguments that a configuration means on data; may raise
        ``NotApplicableError``.
    """

    def fit(data: Loaded, config: Config, seed: int) -> Any:  # noqa: ANN401 - scikit-learn has no types
        given = arguments(data, config)
        random_state = {"random_state": seed} if seeded else {}
        model = data.make(**fixed, **given, **random_state)
        return model.fit(data.x_train, data.fold.y_train)

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

"""Neural network of scikit-learn."""

from __future__ import annotations

from typing import Any

from grids.space import Config
from runners.registry import LEARNERS
from runners.sklearn_learner import ONEHOT_SCALED, Loaded, sklearn_learner

DEFAULT_LAYERS, DEFAULT_SIZE = 1, 100


def _arguments(data: Loaded, config: Config) -> dict[str, Any]:  # noqa: ARG001 - others look at the data
    # A configuration holds single values, so the tuple of layer sizes stands as two of them.
    rest: dict[str, Any] = dict(config)
    layers = rest.pop("hidden_layers", DEFAULT_LAYERS)
    size = rest.pop("hidden_layer_size", DEFAULT_SIZE)
    return {"hidden_layer_sizes": (size,) * layers, **rest}


SKLEARN_MLP = LEARNERS.add(
    sklearn_learner(
        "sklearn_mlp",
        "Neural network",
        "sklearn.neural_network:MLPClassifier",
        ONEHOT_SCALED,
        arguments=_arguments,
    )
)

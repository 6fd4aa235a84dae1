"""Support vector machines: R's e1071, and scikit-learn's; both call libsvm."""

from __future__ import annotations

from grids.registry import TWINS
from grids.space import Config, Shape, Value
from grids.twin import Counterpart, Held, Twin

_KERNELS = {"linear": "linear", "polynomial": "poly", "radial": "rbf", "sigmoid": "sigmoid"}


def _kernel(config: Config, shape: Shape) -> Value:  # noqa: ARG001 - a rule takes a shape
    return _KERNELS[str(config.get("kernel", "radial"))]


def _gamma(config: Config, shape: Shape) -> Value:  # noqa: ARG001 - a rule takes a shape
    return config.get("gamma", "auto")


SVM = TWINS.add(
    Twin(
        r="e1071_svm",
        python="sklearn_svc",
        version=1,
        preprocessing="impute-onehot-standard",
        counterparts=(
            Counterpart("kernel", "kernel", _kernel, "polynomial is poly, radial is rbf"),
            Counterpart("cost", "C"),
            Counterpart(
                "gamma",
                "gamma",
                _gamma,
                'the same; without one, "auto", which is e1071\'s one over the encoded columns',
            ),
            Counterpart("degree", "degree"),
            Counterpart("coef0", "coef0"),
            Counterpart(
                "class.weights",
                "class_weight",
                None,
                'the same: "inverse" is one over the rows of a class; "balanced" is another scale',
            ),
        ),
        held=(
            Held("r", "scale", False, "the preprocessing has scaled the columns"),
            Held(
                "r",
                "by_class",
                True,
                "rows in the order of their classes, which scikit-learn's libsvm sorts itself:"
                " the sigmoid kernel has several solutions, and the order decides which is found",
            ),
            Held("r", "tolerance", 1e-8, "both stop near enough to the minimum to agree"),
            Held("python", "tol", 1e-8, "the same"),
        ),
        alone=(),
        differences=("probabilities: both follow Platt, each on folds of its own",),
        source="manuals of e1071, scikit-learn and libsvm; decision values to 1e-6, tested",
    )
)

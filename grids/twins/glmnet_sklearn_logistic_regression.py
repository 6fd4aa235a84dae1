"""Logistic regression with elastic-net penalty: R's glmnet, and scikit-learn's.

With n training rows and the same loss, glmnet minimises ``loss / n + s * penalty`` and scikit-learn
``C * loss + penalty``, where the penalty is ``(1 - a) / 2 * |b|^2 + a * |b|_1`` for both, over one
vector of coefficients for two classes and one per class for more, without the intercepts. So
``C = 1 / (n s)`` and ``l1_ratio = a``.
"""

from __future__ import annotations

from grids.registry import TWINS
from grids.space import Config, Shape, Value
from grids.twin import Alone, Counterpart, Held, Twin


def _inverse(config: Config, shape: Shape) -> Value:
    return 1 / (shape.rows * float(config["s"] or 0))


GLMNET = TWINS.add(
    Twin(
        r="glmnet",
        python="sklearn_logistic_regression",
        version=1,
        preprocessing="impute-onehot-standard",
        counterparts=(
            Counterpart("alpha", "l1_ratio"),
            Counterpart(
                "s",
                "C",
                _inverse,
                "1 / (n * value), n training rows: glmnet takes the mean of the losses, "
                "scikit-learn their sum",
            ),
        ),
        held=(
            Held(
                "r",
                "ends_at_s",
                True,
                "the path ends at s itself; between penalties of its own glmnet interpolates",
            ),
            Held("r", "standardize", False, "the preprocessing has scaled the columns"),
            Held("r", "thresh", 1e-12, "as far as glmnet converges"),
            Held("r", "maxit", 1_000_000, "as far as glmnet converges"),
            Held("python", "tol", 1e-8, "saga stops far from the minimum by default"),
            Held("python", "max_iter", 10_000, "the same"),
        ),
        alone=(Alone("python", "class_weight", "glmnet weighs rows, one by one"),),
        differences=(
            "saga looks at coefficients alone when it stops: under a penalty that leaves all or"
            " nearly all of them at 0 its intercept is not at the minimum",
            "under the weakest penalties saga ends at max_iter, with a warning in its row",
        ),
        source="Friedman, Hastie and Tibshirani (2010), eq. 13 and 21; scikit-learn's user guide",
    )
)

"""Logistic regression of scikit-learn with elastic-net penalty.

The solver is always saga, the only one that mixes both penalties; the package's own default
would be lbfgs.
"""

from __future__ import annotations

from runners.registry import LEARNERS
from runners.sklearn_learner import ONEHOT_SCALED, sklearn_learner

SKLEARN_LOGISTIC_REGRESSION = LEARNERS.add(
    sklearn_learner(
        "sklearn_logistic_regression",
        "Logistic regression, elastic net",
        "sklearn.linear_model:LogisticRegression",
        ONEHOT_SCALED,
        fixed={"solver": "saga"},
    )
)

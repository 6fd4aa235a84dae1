"""Linear discriminant analysis of scikit-learn.

The solver is always lsqr: it shrinks, and takes collinear columns; the package's default, svd,
gives the same model without shrinkage.
"""

from __future__ import annotations

from runners.registry import LEARNERS
from runners.sklearn_learner import ONEHOT_SCALED, sklearn_learner
from runners.traits import Trait

SKLEARN_LDA = LEARNERS.add(
    sklearn_learner(
        "sklearn_lda",
        "Linear discriminant analysis",
        "sklearn.discriminant_analysis:LinearDiscriminantAnalysis",
        ONEHOT_SCALED,
        fixed={"solver": "lsqr"},
        seeded=False,
        traits={Trait.UNORDERED},
    )
)

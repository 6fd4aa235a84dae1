"""Predictions that ignore the features, of scikit-learn: what a learner has to beat.

The strategy "uniform" draws labels at random though no class is more probable.
"""

from __future__ import annotations

from runners.registry import LEARNERS
from runners.sklearn_learner import ONEHOT, own_labels, sklearn_learner
from runners.traits import Trait

SKLEARN_DUMMY = LEARNERS.add(
    sklearn_learner(
        "sklearn_dummy",
        "Baseline that ignores the features",
        "sklearn.dummy:DummyClassifier",
        ONEHOT,
        predict=own_labels,
        traits={Trait.BLIND},
    )
)

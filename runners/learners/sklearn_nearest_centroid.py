"""Nearest class mean of scikit-learn, in the metric that has probabilities.

Labels are the class's own: it measures distances on other scales than its probabilities.
"""

from __future__ import annotations

from runners.registry import LEARNERS
from runners.sklearn_learner import ONEHOT_SCALED, own_labels, sklearn_learner, varied
from runners.traits import Trait

SKLEARN_NEAREST_CENTROID = LEARNERS.add(
    sklearn_learner(
        "sklearn_nearest_centroid",
        "Nearest class mean",
        "sklearn.neighbors:NearestCentroid",
        ONEHOT_SCALED,
        fixed={"metric": "euclidean"},
        seeded=False,
        arguments=varied,
        predict=own_labels,
        traits={Trait.UNORDERED},
    )
)

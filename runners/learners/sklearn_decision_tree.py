"""Decision tree of scikit-learn."""

from __future__ import annotations

from runners.registry import LEARNERS
from runners.sklearn_learner import ONEHOT, sklearn_learner

SKLEARN_DECISION_TREE = LEARNERS.add(
    sklearn_learner(
        "sklearn_decision_tree", "Decision tree", "sklearn.tree:DecisionTreeClassifier", ONEHOT
    )
)

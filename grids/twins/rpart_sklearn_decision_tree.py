"""Decision trees: R's rpart, and scikit-learn's."""

from __future__ import annotations

from grids.registry import TWINS
from grids.space import Config, Shape, Value
from grids.twin import Alone, Counterpart, Held, Twin


def _split(config: Config, shape: Shape) -> Value:  # noqa: ARG001 - a rule takes a shape
    return max(int(config.get("minsplit") or 20), 2)


RPART = TWINS.add(
    Twin(
        r="rpart",
        python="sklearn_decision_tree",
        version=1,
        preprocessing="impute-onehot-none",
        counterparts=(
            Counterpart("maxdepth", "max_depth"),
            Counterpart("minbucket", "min_samples_leaf"),
            Counterpart("minsplit", "min_samples_split", _split, "the same, at least 2"),
        ),
        held=(
            Held(
                "r",
                "cp",
                -1.0,
                "no pruning; rpart prunes by errors in training, ccp_alpha by Gini's index, and"
                " even at 0 rpart drops splits that mend no error",
            ),
            Held("r", "maxsurrogate", 0, "surrogate splits are for missing values; they cost time"),
            Held("r", "maxcompete", 0, "competing splits are for the printout; they cost time"),
        ),
        alone=(
            Alone("python", "criterion", "rpart's entropy is an argument that is not a number"),
            Alone("python", "splitter", "rpart tries every cut, as the default does"),
            Alone("python", "max_features", "rpart tries every column, as the default does"),
            Alone("python", "ccp_alpha", "prunes by another measure than cp"),
            Alone("python", "class_weight", "rpart's priors and losses are no single values"),
        ),
        differences=(
            "of two splits that are equally good rpart takes the earlier column, scikit-learn a"
            " random one",
        ),
        source="manuals of rpart and scikit-learn; equality where splits are not tied, tested",
    )
)

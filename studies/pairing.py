"""Evaluations of twins, side by side."""

from __future__ import annotations

from typing import TYPE_CHECKING

from frostgrid.base.errors import FrostgridError
from grids.registry import twins
from grids.twin import MARK

if TYPE_CHECKING:
    import pandas as pd

PLACE = ["dataset", "protocol", "split", "grid", "config", "preprocessing", "subset"]
"""What the two evaluations of a pair have in common."""

_VALUES = ["key", "accuracy", "auc", "fit_seconds", "predict_seconds", "n_train", "n_test"]
COLUMNS = frozenset({*PLACE, *_VALUES, "learner", "status"})


def paired(frame: pd.DataFrame) -> pd.DataFrame:
    """One row per twin, dataset, split and configuration that both sides have a row for.

    Columns are ``twin``, those of ``PLACE``, and values of the two sides that end with ``_r`` and
    ``_python``. Grid rows that mean the same evaluations are one pair.

    Raises
    ------
    FrostgridError
        No evaluation is one of a twin.
    """
    import pandas as pd

    text = ["dataset", "protocol", "grid", "preprocessing", "subset", "learner", "status", "key"]
    of_twins = frame["grid"].astype(str).str.contains(MARK, regex=False)
    rows = frame.loc[of_twins, [*PLACE, *_VALUES, "learner", "status"]].astype(
        dict.fromkeys(text, str)
    )
    found = []
    for twin in twins():
        ours = rows[rows["grid"].str.endswith(f"/{twin.name}")]
        # A store may hold the same configurations with another preprocessing, too.
        ours = ours[ours["preprocessing"] == twin.preprocessing]
        sides = [
            ours[ours["learner"] == side].drop(columns="learner") for side in twin.sides.values()
        ]
        both = sides[0].merge(sides[1], on=PLACE, suffixes=("_r", "_python"))
        found.append(both.assign(twin=twin.name).drop_duplicates(["twin", "key_r", "key_python"]))
    pairs = pd.concat(found, ignore_index=True)
    if pairs.empty:
        raise FrostgridError(
            "the table holds no evaluations of twins",
            hint="make some with 'frostgrid run grid --twins'",
        )
    return pairs

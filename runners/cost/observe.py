"""Evaluations of a store as a cost model sees them."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from grids.space import Config
from runners.cost.encoding import Encoding
from runners.cost.model import Observed, features
from runners.evaluation import Status
from runners.exceeded import taken
from runners.store.store import Store

MOST = 10_000
"""Rows that a model rests on: more change little, and a store may have many millions."""

Name = tuple[str, str]
"""A learner and the preprocessing before it: what has a cost model of its own."""


@dataclass(frozen=True, slots=True)
class Seen:
    """One evaluation: shape of its data (rows, columns), configuration, seconds, limit met."""

    dataset: str
    shape: tuple[int, int]
    config: Config
    seconds: float
    limited: bool


def seen(store: Store, limit: float) -> dict[Name, list[Seen]]:
    """Evaluations that took a known time, or met a time limit.

    That is the one that their reason names, for a retry may have had another; else ``limit``
    seconds. They are a random sample where the store has more than ``MOST`` rows, the same one
    each time.
    """
    (last,) = store.db.execute("SELECT max(number) FROM arrival").fetchone()
    if (last or 0) > MOST:
        numbers = np.unique(np.random.RandomState(0).randint(1, last + 1, MOST))
    else:
        numbers = np.arange(1, (last or 0) + 1)
    found: dict[Name, list[Seen]] = {}
    for learner, preprocessing, dataset, rows, columns, config, *outcome in store.db.execute(
        "SELECT task.learner, preprocessing, dataset, task.n_train, n_columns, json,"
        " status, reason, fit_seconds + predict_seconds"
        " FROM arrival JOIN task ON task.id = arrival.task"
        " JOIN config ON config.id = arrival.config"
        " WHERE number IN (SELECT value FROM json_each(?)) AND status IN ('ok', 'timeout')",
        (json.dumps(numbers.tolist()),),
    ):
        status, reason, seconds = outcome
        took = taken(status, reason, seconds, limit)
        found.setdefault((learner, preprocessing), []).append(
            Seen(dataset, (rows, columns), json.loads(config), took, status == Status.TIMEOUT)
        )
    return found


def observed(
    rows: Sequence[Seen], encoding: Encoding, codes: Mapping[str, int], classes: Mapping[str, int]
) -> Observed:
    """``rows`` of one learner as numbers.

    Parameters
    ----------
    rows, encoding
        Evaluations, and how their configurations are encoded.
    codes, classes
        Code and number of classes of each dataset.
    """
    shapes = np.array([[*row.shape, classes[row.dataset]] for row in rows], dtype=float)
    configs = encoding.encode([row.config for row in rows])
    return Observed(
        features(shapes.reshape(-1, 3), configs),
        np.array([codes[row.dataset] for row in rows], dtype=np.intp),
        np.array([row.seconds for row in rows], dtype=float),
        np.array([row.limited for row in rows], dtype=bool),
    )

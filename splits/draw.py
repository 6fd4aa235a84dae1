"""Drawing until every class is in train and in test."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from frostgrid.base.arrays import IndexVector, LabelVector
from frostgrid.base.errors import FrostgridError
from frostgrid.base.plural import plural
from frostgrid.base.streams import stream
from splits.split import Split

MOST_REDRAWS = 10_000
"""Far more than real data needs: the embedded suite never needs 40."""

Draw = Callable[[np.random.RandomState, int], tuple[IndexVector, IndexVector]]


def first_complete(
    protocol: str, draw: Draw, y: LabelVector, dataset_digest: str, seed: int, index: int
) -> Split:
    """Split ``index`` of ``protocol``: the first attempt with every class in train and in test.

    Parameters
    ----------
    draw
        ``draw(random, n)`` gives train and test rows of a dataset with ``n`` rows.
    y
        Class codes, every value of ``0 .. y.max()`` occurs.

    Raises
    ------
    FrostgridError
        A class has a single row, or no attempt within ``MOST_REDRAWS`` succeeded.
    """
    counts = np.bincount(y)
    if len(counts) < 2 or counts.min() < 2:
        raise FrostgridError(
            f"{protocol}: the smallest of {plural(len(counts), 'class', 'classes')} has"
            f" {plural(int(counts.min()), 'row')}, so that not every class can be in train and in"
            " test",
            hint="every class needs 2 rows, and a dataset 2 classes",
        )
    for attempt in range(MOST_REDRAWS + 1):
        random = stream("split", dataset_digest, protocol, seed, index, attempt)
        train, test = draw(random, len(y))
        if _complete(y[train], len(counts)) and _complete(y[test], len(counts)):
            return Split(protocol, index, train, test, redraws=attempt)
    raise FrostgridError(
        f"{protocol}: {MOST_REDRAWS} redraws of {len(y)} rows never put all {len(counts)} classes "
        "into train and into test",
        hint="merge or drop the rarest classes",
    )


def _complete(y: LabelVector, n_classes: int) -> bool:
    return bool(np.bincount(y, minlength=n_classes).all())

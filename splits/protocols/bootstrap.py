"""Bootstrap: train on rows drawn with replacement, test on the rows never drawn (Efron 1983)."""

from __future__ import annotations

import numpy as np

from frostgrid.base.arrays import IndexVector, LabelVector
from splits.draw import first_complete
from splits.registry import PROTOCOLS
from splits.split import Protocol, Split


def _rows(random: np.random.RandomState, n: int) -> tuple[IndexVector, IndexVector]:
    train = random.randint(0, n, size=n, dtype=np.int32)
    drawn = np.bincount(train, minlength=n)
    return train, np.flatnonzero(drawn == 0).astype(np.int32)


def _draw(y: LabelVector, dataset_digest: str, seed: int, index: int) -> Split:
    return first_complete("bootstrap", _rows, y, dataset_digest, seed, index)


BOOTSTRAP = PROTOCOLS.add(
    Protocol(
        name="bootstrap",
        summary="train: n rows drawn with replacement; test: the rows never drawn",
        count=20,
        draw=_draw,
    )
)

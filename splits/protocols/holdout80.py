"""Hold-out: four rows of five to train on, the fifth to test on, drawn anew for every split.

What MementoML's published table turned out to be: test sets of exactly 20 %, not stratified.
"""

from __future__ import annotations

import numpy as np

from frostgrid.base.arrays import IndexVector, LabelVector
from splits.draw import first_complete
from splits.registry import PROTOCOLS
from splits.split import Protocol, Split


def _rows(random: np.random.RandomState, n: int) -> tuple[IndexVector, IndexVector]:
    shuffled = random.permutation(n).astype(np.int32)
    n_test = round(n / 5)
    return np.sort(shuffled[n_test:]), np.sort(shuffled[:n_test])


def _draw(y: LabelVector, dataset_digest: str, seed: int, index: int) -> Split:
    return first_complete("holdout80", _rows, y, dataset_digest, seed, index)


HOLDOUT80 = PROTOCOLS.add(
    Protocol(
        name="holdout80",
        summary="train: 80 % of the rows; test: the other 20 %; independent, not stratified",
        count=20,
        draw=_draw,
    )
)

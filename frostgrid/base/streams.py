"""Random streams that depend on what is drawn, never on when."""

from __future__ import annotations

import hashlib

import numpy as np

from frostgrid.base.digest import canonical


def stream(*identity: str | int) -> np.random.RandomState:
    """Stream of the thing named by ``identity``, the same in every NumPy release.

    ``SeedSequence``, ``MT19937`` and the legacy ``RandomState`` are stream-stable by NumPy's
    policy (NEP 19); ``Generator`` is not.
    """
    words = np.frombuffer(hashlib.sha256(canonical(list(identity)).encode()).digest(), dtype="<u4")
    return np.random.RandomState(np.random.MT19937(np.random.SeedSequence(words.tolist())))

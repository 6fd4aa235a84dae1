"""On the path of a process, this makes its wall clock step at every look."""

from __future__ import annotations

import itertools
import time

_TRUE = time.time
_STEPS = itertools.cycle((0.0, 3600.0, -3600.0, -_TRUE()))  # the last is 1970


def _stepping() -> float:
    return _TRUE() + next(_STEPS)


time.time = _stepping

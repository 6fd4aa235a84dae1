"""All learners: the modules of ``runners.learners``, and the R files of ``r_bridge``."""

from __future__ import annotations

from functools import cache

from frostgrid.base.registry import Registry
from runners.learner import Learner

LEARNERS: Registry[Learner] = Registry("learner")


@cache
def learners() -> Registry[Learner]:
    """Every learner, found by looking; no learner's package and no R is loaded."""
    import runners.learners
    from runners.r_learner import r_learners

    LEARNERS.discover(runners.learners)
    for learner in r_learners():
        LEARNERS.add(learner)
    return LEARNERS

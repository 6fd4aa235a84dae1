"""A share of a plan, for one of several machines that know nothing of each other."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from frostgrid.base.digest import digest
from frostgrid.base.errors import FrostgridError
from runners.evaluation import Task

if TYPE_CHECKING:
    from grids.space import Config

Hashes = NDArray[np.uint64]

_AT_ONCE = 1 << 20  # pairs of a task and a configuration that are looked at together


@dataclass(frozen=True, slots=True)
class Shard:
    """Part ``index`` of ``of``, counted from 1.

    An evaluation belongs to the part that the exclusive or of the hashes of its task and its
    effective configuration names: its identity alone decides, so that parts stay what they are
    when datasets, learners or rows are added; and 50 million evaluations are counted without
    making their keys.
    """

    index: int
    of: int

    @classmethod
    def parse(cls, text: str) -> Shard:
        """Shard of a text such as ``3/10``."""
        match = re.fullmatch(r"([0-9]{1,6})/([0-9]{1,6})", text.strip())
        if match is None or not 1 <= int(match[1]) <= int(match[2]):
            raise FrostgridError(f"{text!r} is no shard", hint="write 3/10 for the third of ten")
        return cls(int(match[1]), int(match[2]))

    def __str__(self) -> str:
        return f"{self.index}/{self.of}"

    def holds(self, task: int, config: int) -> bool:
        """Whether the evaluation with these hashes belongs to it."""
        return (task ^ config) % self.of == self.index - 1

    def count(self, tasks: Hashes, configs: Hashes) -> int:
        """How many pairs of ``tasks``, shape ``(m,)``, and ``configs``, shape ``(n,)`` it holds."""
        found = 0
        step = max(1, _AT_ONCE // max(1, len(configs)))
        for start in range(0, len(tasks), step):
            mixed = tasks[start : start + step, None] ^ configs
            found += int(np.count_nonzero(mixed % np.uint64(self.of) == self.index - 1))
        return found


def task_hash(task: Task) -> int:
    """Hash of everything in a key but the configuration, in ``[0, 2**64)``."""
    return int(digest(task.identity)[:16], 16)


def config_hash(config: Config) -> int:
    """Hash of an effective configuration, in ``[0, 2**64)``."""
    return int(digest(dict(config))[:16], 16)


def hashes(found: Iterable[int]) -> Hashes:
    """Array of hashes for ``Shard.count``."""
    return np.fromiter(found, dtype=np.uint64)

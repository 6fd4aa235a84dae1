"""How fast one thread of this machine is, so that times of different machines can be compared.

``python -m runners.calibration`` measures for five seconds, prints the rates, and keeps them for a
day or until the machine is started again: sessions that begin meanwhile use them. Processor time is
measured, not time on a clock, and the best of many short rounds counts, so that other work on the
machine hardly matters; that is why it may run beside the workers.
"""

from __future__ import annotations

import fcntl
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, astuple, dataclass
from math import prod
from pathlib import Path
from typing import Any

import numpy as np

from frostgrid.base.atomic import replacing
from frostgrid.base.digest import digest
from runners.engine.process import die_with_parent

_SECONDS = 5.0
_VALID = 86_400.0
_BOOT = Path("/proc/sys/kernel/random/boot_id")


@dataclass(frozen=True, slots=True)
class Rates:
    """What one thread does in a second of processor time.

    Attributes
    ----------
    product
        Billions of floating-point operations in a product of matrices of 512 rows and columns:
        linear models, neural networks, kernels.
    memory
        Gigabytes read and written when 64 MB are copied: neighbours, large data.
    tree
        Millions of steps down a sorted array of 65,536 numbers, each a comparison that cannot be
        predicted: trees, forests, boosting.
    """

    product: float
    memory: float
    tree: float

    @property
    def score(self) -> float:
        """Geometric mean of the rates as multiples of ``REFERENCE``'s."""
        ratios = [own / other for own, other in zip(astuple(self), astuple(REFERENCE), strict=True)]
        return float(prod(ratios) ** (1 / len(ratios)))


REFERENCE = Rates(product=75.0, memory=18.0, tree=150.0)
"""Rates whose score is 1, near those of the machine that this was written on: one core of an Intel
Xeon (AVX-512), OpenBLAS. They are a unit and never change, so that old results stay comparable."""


@dataclass(frozen=True, slots=True)
class Calibration:
    """Rates, and when they were measured in seconds since 1970."""

    rates: Rates
    measured: float

    @classmethod
    def of(cls, found: dict[str, Any]) -> Calibration:
        """Inverse of ``dataclasses.asdict``."""
        return cls(Rates(**found["rates"]), found["measured"])


def measure(seconds: float = _SECONDS) -> Rates:
    """Measure this thread for so many seconds of processor time."""
    from threadpoolctl import threadpool_limits

    rng = np.random.RandomState(0)
    a, b = rng.random_sample((512, 512)), rng.random_sample((512, 512))
    product = np.empty_like(a)
    source = np.zeros(1 << 23)
    target = np.ones_like(source)
    values, wanted = np.sort(rng.random_sample(1 << 16)), rng.random_sample(1 << 17)
    share = seconds / 3
    with threadpool_limits(1):
        matmul = _best(lambda: np.matmul(a, b, out=product), share)
    return Rates(
        product=2 * 512**3 / matmul / 1e9,
        memory=2 * source.nbytes / _best(lambda: np.copyto(target, source), share) / 1e9,
        tree=16 * len(wanted) / _best(lambda: np.searchsorted(values, wanted), share) / 1e6,
    )


def known(machine: dict[str, Any]) -> Calibration | None:
    """What was measured on this ``machine`` (its facts) since it was started, at most a day ago."""
    path = _path(machine)
    if not path.exists() or abs(time.time() - path.stat().st_mtime) > _VALID:
        return None
    return Calibration.of(json.loads(path.read_text()))


def _best(work: Callable[[], object], seconds: float) -> float:
    """Least processor time that ``work`` took in repetitions for ``seconds``."""
    begin, best = time.thread_time(), float("inf")
    work()
    while (start := time.thread_time()) - begin < seconds:
        work()
        best = min(best, time.thread_time() - start)
    return best


def _path(machine: dict[str, Any]) -> Path:
    """Where rates are kept; a home folder may be shared by many machines."""
    root = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    name = digest([machine, _BOOT.read_text().strip(), np.__version__])[:32]
    return Path(root, "frostgrid", "calibration", f"{name}.json")


def calibrated(machine: dict[str, Any]) -> Calibration | None:
    """What is known of this ``machine``, measured now if need be; None where that fails."""
    if known(machine) is None:
        _process().wait()
    return known(machine)


@contextmanager
def calibrating(machine: dict[str, Any]) -> Iterator[None]:
    """Measure beside the block what is not known; what the block leaves no time for is dropped."""
    if known(machine) is not None:
        yield
        return
    process = _process()
    try:
        yield
    finally:
        process.kill()
        process.wait()


def _process() -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", "runners.calibration", str(os.getpid())],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )


def main() -> None:
    """Measure, keep and print; where others measure just now, wait for them instead."""
    from runners.environment import machine

    if len(sys.argv) > 1:
        die_with_parent(int(sys.argv[1]))
    facts = machine()
    path = _path(facts)
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        found = known(facts)
        if found is None:
            found = Calibration(measure(), time.time())
            with replacing(path) as temporary:
                temporary.write_text(json.dumps(asdict(found)))
    print(json.dumps(asdict(found) | {"score": round(found.rates.score, 4)}))


if __name__ == "__main__":
    main()

"""Fit every available learner as a worker would, and print what processor time and threads it took.

Run by ``test_threads.py`` in a process whose thread variables are those of a worker.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter, process_time, sleep

import numpy as np
from configurations import config_of
from known_tables import shuffled, table

from runners.availability import availability
from runners.heard import listening
from runners.learner import Learner
from runners.prepare import prepare
from runners.registry import learners

ENOUGH = 0.25
"""Seconds of fitting after which the ratio of processor to wall time is told apart from noise."""


def os_threads() -> int:
    """Threads of this process that the kernel knows."""
    return len(list(Path("/proc/self/task").iterdir()))


@contextmanager
def counting() -> Iterator[list[int]]:
    """Count the threads of this process all the time, from a thread that does not count."""
    most, done = [0], threading.Event()

    def watch() -> None:
        while not done.is_set():
            most[0] = max(most[0], os_threads() - 1)
            sleep(0.001)

    watcher = threading.Thread(target=watch)
    watcher.start()
    try:
        yield most
    finally:
        done.set()
        watcher.join()


def probe(learner: Learner) -> dict[str, float]:
    """Fit again and again for ``ENOUGH`` seconds."""
    rng = np.random.default_rng(0)
    y = shuffled(1500, 2)
    known = table(rng.normal(size=(1500, 20)) + 0.3 * y[:, None], y)
    fold = prepare(known.dataset, known.train, known.test, learner.preprocessing).fold
    data = learner.load(fold)
    config = config_of(learner, 0, known)
    before = os_threads()
    wall, cpu = perf_counter(), process_time()
    with counting() as most, listening():
        while perf_counter() - wall < ENOUGH:
            learner.predict(learner.fit(data, config, 1), data)
        wall, cpu = perf_counter() - wall, process_time() - cpu
    return {"before": before, "most": most[0], "ratio": cpu / wall}


if __name__ == "__main__":
    print(json.dumps({x.name: probe(x) for x in learners() if availability(x).available}))

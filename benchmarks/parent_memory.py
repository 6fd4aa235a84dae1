"""Resident memory of the planning and writing process over 20,000 evaluations.

Usage: python benchmarks/parent_memory.py
"""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

from runners.experiments.grid import Request, plan_grid
from runners.memory import present
from runners.plan import Limits
from runners.run import create, proceed

ROWS, EVERY = 1000, 2000


def main() -> None:
    request = Request(
        suite="demo",
        target=None,
        datasets=("iris",),
        learners=("sklearn_decision_tree",),
        rows=tuple(range(ROWS)),
        splits=(),
        protocol="bootstrap",
    )
    done = 0

    def report(rows: int, _: int) -> None:
        nonlocal done
        before, done = done, done + rows
        if done // EVERY > before // EVERY:
            print(f"{done:>8,} evaluations: {present()[1] / 1e6:.1f} MB", flush=True)

    with TemporaryDirectory() as name:
        create(Path(name), plan_grid(request), Limits(600.0, 4 << 30))
        proceed(Path(name), 2, report)


if __name__ == "__main__":
    main()

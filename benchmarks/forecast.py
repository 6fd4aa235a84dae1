"""How good forecasts of time are on datasets that no model has seen.

Usage: python benchmarks/forecast.py RUN

The datasets of the run are parted into five; models learn from the evaluations on four parts and
foretell those on the fifth. Prints how often the 80 % interval holds what was measured, for a
learner on a dataset, for a learner on all held-out datasets, for a dataset, and for a part as a
whole; and the ratio of measured to expected. The shipped prior may rest on the same run: it is
widened to know almost nothing unless --prior is given.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from runners.cost.cells import Cell, cells
from runners.cost.forecast import OVERHEAD, forecast
from runners.cost.learned import Costs, learned
from runners.cost.model import SHAPED, fit
from runners.cost.observe import Name, Seen, observed, seen
from runners.cost.prior import Prior, prior
from runners.directory import PLAN, RESULTS
from runners.plan import read_plan
from runners.store.store import Store
from runners.tasks import grids_of

VAGUE = Prior(0.1, 0.8, 0.1, 0.4, 0.4, between=0.5, within=0.5)
UNSURE = np.array([2.0, 0.3, 0.07, 0.3, 0.4])
assert len(UNSURE) == SHAPED


def main(directory: Path, known: bool) -> None:
    plan, limits = read_plan(directory / PLAN)
    grids = grids_of(plan)
    store = Store(directory / RESULTS)
    rows = seen(store, limits.seconds)
    store.close()
    usual = learned(plan, grids, limits.seconds)
    met = sorted({row.dataset for found in rows.values() for row in found})
    every = cells(plan, grids, usual)
    kinds: dict[str, list[tuple[float, float, float, float]]] = {}
    for part in range(5):
        held = set(met[part::5])
        models = {
            name: fit(
                prior(name[0]) if known else VAGUE,
                observed(
                    [row for row in rows.get(name, []) if row.dataset not in held],
                    encoding,
                    usual.codes,
                    usual.classes,
                ),
                *(() if known else (UNSURE,)),
            )
            for name, encoding in usual.encodings.items()
        }
        costs = replace(usual, models=models)
        chosen = [
            cell
            for cell in (_as_measured(cell, rows, costs) for cell in every if cell.dataset in held)
            if cell.left
        ]
        groups: dict[str, Callable[[Cell], object]] = {
            "learner on a dataset": lambda cell: (cell.name, cell.dataset),
            "learner": lambda cell: cell.name,
            "dataset": lambda cell: cell.dataset,
            "part": lambda _: None,
        }
        for kind, key in groups.items():
            for value in dict.fromkeys(map(key, chosen)):
                group = [cell for cell in chosen if key(cell) == value]
                found = forecast(group, models, limits.seconds)
                kinds.setdefault(kind, []).append(
                    (found.low, found.seconds, found.high, _measured(group, rows))
                )
    print(f"{len(met)} datasets, {sum(map(len, rows.values())):,} evaluations; bar: 80 %")
    print(
        f"{'foretold':<22}{'n':>6}{'within':>9}{'below':>8}{'above':>8}{'measured / expected':>22}"
    )
    for kind, foretold in kinds.items():
        low, expected, high, real = np.array(foretold).T
        ratio = np.percentile(real / expected, [10, 50, 90])
        print(
            f"{kind:<22}{len(real):>6}{np.mean((real >= low) & (real <= high)):>9.0%}"
            f"{np.mean(real < low):>8.0%}{np.mean(real > high):>8.0%}"
            f"{ratio[1]:>10.2f} ({ratio[0]:.2f}..{ratio[2]:.2f})"
        )


def _of(cell: Cell, rows: dict[Name, list[Seen]]) -> Sequence[Seen]:
    return [row for row in rows.get(cell.name, []) if row.dataset == cell.dataset]


def _as_measured(cell: Cell, rows: dict[Name, list[Seen]], costs: Costs) -> Cell:
    """``cell`` with just those evaluations that were measured."""
    found = _of(cell, rows)
    configs = costs.encodings[cell.name].encode([row.config for row in found])
    shapes = np.repeat(cell.shapes[:1], len(found), axis=0)
    return replace(cell, left=len(found), configs=configs, shapes=shapes)


def _measured(group: Sequence[Cell], rows: dict[Name, list[Seen]]) -> float:
    return sum(row.seconds + OVERHEAD for cell in group for row in _of(cell, rows))


if __name__ == "__main__":
    names = [name for name in sys.argv[1:] if name != "--prior"]
    main(Path(names[0]), "--prior" in sys.argv)

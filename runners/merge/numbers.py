"""Numbers that two stores gave to the same task, configuration, software and machine."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import fields
from functools import lru_cache
from typing import Any

from runners.evaluation import Task
from runners.store.row import ROW
from runners.store.store import Store

_KEPT = 100_000
_TASK = ", ".join(field.name for field in fields(Task))
_MAPPED = ("task", "config", "environment", "machine")


class Numbers:
    """Turns numbers of ``source`` into those of ``target``, which learns what it did not know.

    The target must be in a transaction.
    """

    def __init__(self, source: Store, target: Store) -> None:
        self._source = source
        self._target = target
        self._of: dict[str, Callable[[int], int]] = {
            "task": lru_cache(_KEPT)(self._task),
            "config": lru_cache(_KEPT)(self._config),
            "environment": lru_cache(_KEPT)(lambda n: target.environment(self._json(_FACTS[0], n))),
            "machine": lru_cache(_KEPT)(lambda n: target.machine(self._json(_FACTS[1], n))),
        }

    def row(self, row: dict[str, Any]) -> tuple[Any, ...]:
        """Cells of ``row`` as the target stores them."""
        mapped = row | {name: self._of[name](row[name]) for name in _MAPPED}
        return tuple(mapped[name] for name in ROW)

    def grid_rows(self) -> None:
        """Tell the target which grid rows mean which configurations."""
        for learner, n_train, n_columns, grid, row, config in self._source.select(
            "SELECT learner, n_train, n_columns, grid, row, config FROM grid_row"
        ):
            shape = n_train, n_columns
            self._target.grid_row(learner, shape, grid, row, self._of["config"](config))

    def calibrations(self) -> None:
        """Tell the target what was measured of the machines."""
        for machine, found in self._source.calibrations():
            self._target.calibration(self._of["machine"](machine), found)

    def _task(self, number: int) -> int:
        query = f"SELECT {_TASK} FROM task WHERE id = ?"  # noqa: S608 - names of fields
        return self._target.task(Task(*next(self._source.select(query, (number,)))))

    def _config(self, number: int) -> int:
        learner, text = next(
            self._source.select("SELECT learner, json FROM config WHERE id = ?", (number,))
        )
        return self._target.config(learner, json.loads(text))

    def _json(self, query: str, number: int) -> Any:  # noqa: ANN401 - any JSON
        return json.loads(next(self._source.select(query, (number,)))[0])


_FACTS = tuple(f"SELECT json FROM {table} WHERE id = ?" for table in ("environment", "machine"))  # noqa: S608

"""Why evaluations of a run failed, most frequent reasons first."""

from __future__ import annotations

import json
import re
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from runners.evaluation import FAILURES, Status
from runners.store.store import Store

# Reasons that differ in a number alone are one reason.
_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")


@dataclass(frozen=True, slots=True)
class Failure:
    """A reason of failures: its status, an example of its text, learners by name, and rows."""

    status: Status
    reason: str
    learners: tuple[str, ...]
    rows: int


def failures(results: Path) -> list[Failure]:
    """Reasons of the failures in the store ``results``, the most frequent first."""
    store = Store(results)
    try:
        found = store.db.execute(
            "SELECT status, reason, task.learner, count(*) FROM evaluation"
            " JOIN task ON task.id = evaluation.task"
            " WHERE status <> 'ok' AND status IN (SELECT value FROM json_each(?))"  # by the index
            " GROUP BY 1, 2, 3 ORDER BY 4 DESC, 1, 2, 3",
            (json.dumps(sorted(FAILURES)),),
        ).fetchall()
    finally:
        store.close()
    rows: Counter[tuple[str, str]] = Counter()
    learners: dict[tuple[str, str], set[str]] = {}
    examples: dict[tuple[str, str], str] = {}
    for status, reason, learner, count in found:
        kind = status, _NUMBER.sub("0", reason)
        rows[kind] += count
        learners.setdefault(kind, set()).add(learner)
        examples.setdefault(kind, reason)
    return [
        Failure(Status(kind[0]), examples[kind], tuple(sorted(learners[kind])), count)
        for kind, count in rows.most_common()
    ]

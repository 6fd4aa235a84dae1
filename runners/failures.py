"""Why evaluations of a run failed, most frequent reasons first."""

from __future__ import annotations

import json
import re
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from runners.evaluation import FAILURES, Status
from runners.exceeded import limit_met
from runners.store.reading import reading

# Reasons that differ in a number alone are one reason.
_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")


@dataclass(frozen=True, slots=True)
class Failure:
    """A reason of failures.

    Attributes
    ----------
    status, reason
        Its status, and an example of its text.
    learners
        By name.
    rows
        How many there are.
    limit
        The largest limit that one of them ran under and did not fit, in seconds or bytes; None
        where none was met.
    """

    status: Status
    reason: str
    learners: tuple[str, ...]
    rows: int
    limit: float | None


def failures(results: Path) -> list[Failure]:
    """Reasons of the failures in the store ``results``, the most frequent first."""
    with reading(results) as store:
        found = store.db.execute(
            "SELECT status, reason, task.learner, count(*) FROM evaluation"
            " JOIN task ON task.id = evaluation.task"
            " WHERE status <> 'ok' AND status IN (SELECT value FROM json_each(?))"  # by the index
            " GROUP BY 1, 2, 3 ORDER BY 4 DESC, 1, 2, 3",
            (json.dumps(sorted(FAILURES)),),
        ).fetchall()
    rows: Counter[tuple[str, str]] = Counter()
    learners: dict[tuple[str, str], set[str]] = {}
    examples: dict[tuple[str, str], str] = {}
    limits: dict[tuple[str, str], float] = {}
    for status, reason, learner, count in found:
        kind = status, _NUMBER.sub("0", reason)
        rows[kind] += count
        learners.setdefault(kind, set()).add(learner)
        examples.setdefault(kind, reason)
        if (limit := limit_met(Status(status), reason)) is not None:
            limits[kind] = max(limit, limits.get(kind, 0.0))
    return [
        Failure(
            Status(kind[0]),
            examples[kind],
            tuple(sorted(learners[kind])),
            count,
            limits.get(kind),
        )
        for kind, count in rows.most_common()
    ]

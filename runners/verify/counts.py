"""Counts of rows, which progress is told from, against the rows."""

from __future__ import annotations

from runners.store.store import Store
from runners.verify.finding import Finding

_UNLIKE = """
SELECT task, status, sum(rows) FROM (
    SELECT task, status, rows FROM tally
    UNION ALL SELECT task, status, -count(*) FROM evaluation GROUP BY task, status
) GROUP BY task, status HAVING sum(rows) <> 0 ORDER BY task, status
"""


def check_counts(store: Store) -> list[Finding]:
    """Tasks for which another number of rows is counted than there is."""
    found = store.db.execute(_UNLIKE).fetchall()
    if not found:
        return []
    task, status, more = found[0]
    message = f"the store counts {more:+d} rows of status {status} beyond those it has"
    return [Finding("counts", len(found), f"task {task}", message)]

"""The law by which one of several rows counts."""

from __future__ import annotations

from dataclasses import asdict
from itertools import permutations
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from runners.merge.choose import agree, choose
from runners.store.row import pack
from tests.merge.synthetic import SCORES

ROUNDING = 1e-9


def row(status: str, attempt: int, finished: float, change: float = 0.0) -> dict[str, Any]:
    scores = asdict(SCORES) | {"confusion": pack(SCORES.confusion)}
    scores["auc"] += change
    found = {"status": status, "attempt": attempt, "finished": finished, "worker": 0}
    check = hash((status, change))  # as that of a store, it covers neither attempt nor moment
    return found | (scores if status == "ok" else {}) | {"checksum": check}


MOMENTS = st.floats(0, 9)
FAILED = st.builds(row, st.sampled_from(["timeout", "error"]), st.integers(1, 3), MOMENTS)
CHANGES = st.sampled_from([0.0, ROUNDING, 0.01])
DONE = st.builds(row, st.just("ok"), st.integers(1, 3), MOMENTS, CHANGES)
ROWS = st.lists(FAILED | DONE, min_size=1, max_size=4)


@given(ROWS)
def test_no_order_of_the_rows_changes_the_choice(rows: list[dict[str, Any]]) -> None:
    chosen = [choose(order) for order in permutations(rows)]
    assert all(found == chosen[0] for found in chosen)


@given(ROWS)
def test_a_success_counts_unless_successes_disagree(rows: list[dict[str, Any]]) -> None:
    ok = [found for found in rows if found["status"] == "ok"]
    chosen = choose(rows)
    if len({round(found["auc"], 6) for found in ok}) > 1:
        assert chosen is None
        return
    assert chosen is not None
    if ok:
        assert chosen in ok
        assert chosen["finished"] == min(found["finished"] for found in ok)
    else:
        assert chosen["attempt"] == max(found["attempt"] for found in rows)


@given(ROWS, ROWS, ROWS)
def test_choosing_in_steps_is_choosing_at_once_where_nothing_disagrees(
    a: list[dict[str, Any]], b: list[dict[str, Any]], c: list[dict[str, Any]]
) -> None:
    at_once = choose([*a, *b, *c])
    if at_once is None:
        return
    first, second = choose([*a, *b]), choose([*b, *c])
    assert first is not None
    assert second is not None
    assert choose([first, *c]) == choose([*a, second]) == at_once


def test_rounding_is_agreement_and_other_counts_or_gaps_are_not() -> None:
    one = row("ok", 1, 1.0)
    assert agree([one, row("ok", 1, 2.0, ROUNDING)])
    assert not agree([one, row("ok", 1, 2.0, 1e-3)])
    assert not agree([one, one | {"confusion": pack((2, 0, 1, 1))}])
    assert not agree([one, one | {"auc": None}])
    assert not agree([one, one | {"undefined": "auc: one_class_test"}])
    assert agree([one | {"auc": None}, one | {"auc": None}])
    assert agree([one | {"brier": 0.0}, one | {"brier": 1e-15}])

"""Nothing but the plan decides a score."""

from __future__ import annotations

from pathlib import Path

import pandas as pd
import pytest

from tests.end_to_end.runs import PLAN, call, table


@pytest.mark.parametrize(
    ("workers", "order", "seed"),
    [("1", "balanced", "0"), ("4", "cheapest", "4711"), ("2", "longest-first", "1")],
)
def test_neither_workers_nor_order_nor_hash_seed_change_a_score(
    tmp_path: Path, uninterrupted: Path, workers: str, order: str, seed: str
) -> None:
    run = tmp_path / "run"
    how = ("--workers", workers, "--order", order)
    code, said = call("run", "grid", *PLAN, "--out", str(run), *how, PYTHONHASHSEED=seed)
    assert code == 0, said
    pd.testing.assert_frame_equal(table(run), table(uninterrupted))

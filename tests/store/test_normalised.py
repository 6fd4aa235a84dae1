"""Times of different machines, as one reference machine would have taken them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import astuple
from pathlib import Path

import pyarrow.csv
import pyarrow.parquet as pq
import pytest
from made_up import fill

from frostgrid.base.errors import FrostgridError
from runners.calibration import REFERENCE, Calibration, Rates
from runners.store.export import export
from runners.store.store import Store


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    found = Store(tmp_path / "results.sqlite", write=True)
    fill(found)
    yield found
    found.close()


def measured(store: Store, facts: dict[str, int], *speeds: float) -> None:
    """Note that a machine was so many times as fast as the reference, day after day."""
    with store.transaction():
        machine = store.machine(facts)
        for day, speed in enumerate(speeds):
            rates = Rates(*(speed * rate for rate in astuple(REFERENCE)))
            store.calibration(machine, Calibration(rates, float(day)))


def test_a_machine_twice_as_fast_has_its_seconds_doubled(store: Store, tmp_path: Path) -> None:
    measured(store, {"cores": 2}, 2.0, 1.9, 2.3)
    rows = export(store, tmp_path / "t.parquet", normalised_time=True)
    table = pq.read_table(tmp_path / "t.parquet").to_pylist()
    assert len(table) == rows
    timed = [row for row in table if row["fit_seconds"] is not None]
    assert timed
    for row in timed:
        for name in ("fit_seconds", "predict_seconds"):
            assert row[f"{name}_normalised"] == pytest.approx(2.0 * row[name])
    assert all(row["fit_seconds_normalised"] is None for row in table if row["fit_seconds"] is None)


def test_rows_of_a_machine_that_was_never_measured_have_none(store: Store, tmp_path: Path) -> None:
    measured(store, {"cores": 64}, 1.0)
    export(store, tmp_path / "t.csv", normalised_time=True)
    table = pyarrow.csv.read_csv(tmp_path / "t.csv")
    assert table["fit_seconds_normalised"].null_count == len(table)
    assert table["fit_seconds"].null_count < len(table)


def test_plain_exports_have_no_such_columns(store: Store, tmp_path: Path) -> None:
    measured(store, {"cores": 2}, 1.0)
    export(store, tmp_path / "t.parquet")
    assert "fit_seconds_normalised" not in pq.read_schema(tmp_path / "t.parquet").names


def test_without_any_measurement_the_wish_is_refused_and_no_file_is_left(
    store: Store, tmp_path: Path
) -> None:
    with pytest.raises(FrostgridError, match="no machine has been measured"):
        export(store, tmp_path / "t.parquet", normalised_time=True)
    assert not (tmp_path / "t.parquet").exists()

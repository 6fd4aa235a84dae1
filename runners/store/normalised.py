"""Times as one machine would have taken them: seconds times the score of the machine that did."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from statistics import median
from typing import TYPE_CHECKING

from runners.store.store import Store

if TYPE_CHECKING:
    import pyarrow as pa

TIMES = ("fit_seconds", "predict_seconds")


def scores(store: Store) -> dict[int, float]:
    """Score of each machine that was ever measured, by its number: the median of its scores.

    See ``runners.calibration``: the reference has 1, a machine that is twice as fast 2.
    """
    found: dict[int, list[float]] = defaultdict(list)
    for machine, calibration in store.calibrations():
        found[machine].append(calibration.rates.score)
    return {machine: median(each) for machine, each in found.items()}


def wider(schema: pa.Schema) -> pa.Schema:
    """``schema`` with a column for each time as the reference would have taken it."""
    import pyarrow as pa

    for name in TIMES:
        schema = schema.append(pa.field(f"{name}_normalised", pa.float64()))
    return schema


def normalised(
    chunks: Iterator[pa.RecordBatch], known: dict[int, float]
) -> Iterator[pa.RecordBatch]:
    """``chunks`` with these columns; null where the machine has no score."""
    import pyarrow as pa
    import pyarrow.compute as pc

    for chunk in chunks:
        factors = pa.array([known.get(n) for n in chunk["machine"].to_pylist()], pa.float64())
        columns = [pc.multiply(chunk[name], factors) for name in TIMES]
        yield pa.RecordBatch.from_arrays([*chunk.columns, *columns], schema=wider(chunk.schema))

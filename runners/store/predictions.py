"""Predictions of a run: Parquet files beside the store, one per batch, joined to it by ``key``.

Probabilities are kept as float64. float32 would halve the files, but saturated classifiers (naive
Bayes, boosting) then tie in hundreds of rows that they do rank, and measures worked out later would
not be those that were stored.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from frostgrid.base.arrays import FloatMatrix, IndexVector, LabelVector
from frostgrid.base.atomic import replacing
from frostgrid.base.errors import FrostgridError

if TYPE_CHECKING:
    import pyarrow as pa

FOLDER = "predictions"
_NAME = re.compile(r"[0-9a-f]{32}\.parquet")


@dataclass(frozen=True, slots=True, eq=False)
class Predicted:
    """What one evaluation said of its test rows.

    Attributes
    ----------
    key
        Of the evaluation.
    rows
        Positions of the test rows in the dataset, shape ``(m,)``.
    y
        Their class codes, shape ``(m,)``.
    labels
        Predicted class codes, shape ``(m,)``.
    prob
        Class probabilities, shape ``(m, k)``, in the order of the dataset's classes.
    decision
        Decision values, shape ``(m, k (k - 1) / 2)``, for pairs of these classes as in ``Learner``;
        NaN for pairs with a class without training rows. None where the learner has none.
    """

    key: str
    rows: IndexVector
    y: LabelVector
    labels: LabelVector
    prob: FloatMatrix
    decision: FloatMatrix | None = None


def write_predictions(folder: Path, batch: Sequence[Predicted]) -> None:
    """Add a file with one row group that holds ``batch``; it is complete or absent."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    columns = {
        "key": pa.array(
            np.repeat([p.key for p in batch], [len(p.rows) for p in batch])
        ).dictionary_encode(),
        "row": np.concatenate([p.rows for p in batch]),
        "y": np.concatenate([p.y for p in batch]).astype(np.int16),
        "label": np.concatenate([p.labels for p in batch]).astype(np.int16),
        "prob": _lists([p.prob for p in batch]),
    }
    decisions = [p.decision for p in batch if p.decision is not None]
    if decisions:  # of one learner: all of a batch have them, or none
        columns["decision"] = _lists(decisions)
    table = pa.table(columns)
    folder.mkdir(exist_ok=True)
    with replacing(folder / f"{batch[0].key}.parquet") as temporary:
        pq.write_table(table, temporary, compression="zstd", row_group_size=len(table))


def add_file(folder: Path, name: str, content: bytes) -> None:
    """Add a file that ``write_predictions`` made on another machine.

    Raises
    ------
    FrostgridError
        The name is not one that it gives.
    """
    if not _NAME.fullmatch(name):
        raise FrostgridError(
            f"a worker sent predictions under the name {name!r}", hint="update frostgrid there"
        )
    folder.mkdir(exist_ok=True)
    with replacing(folder / name) as temporary:
        temporary.write_bytes(content)


def read_predictions(folder: Path) -> Iterator[Predicted]:
    """Every prediction kept in ``folder``; an evaluation that was made twice comes twice, alike."""
    for path in files(folder):
        yield from read_file(path)


def files(folder: Path) -> list[Path]:
    """The files of ``folder``, in the order of their names."""
    return sorted(folder.glob("[0-9a-f]*.parquet"))


def read_columns(path: Path, names: Sequence[str] | None = None) -> pa.Table:
    """The table in one file, or some of its columns.

    Raises
    ------
    FrostgridError
        The file is damaged.
    """
    import pyarrow.parquet as pq

    try:
        return pq.read_table(path, columns=names)
    except (OSError, ValueError) as error:  # Arrow's errors are of both kinds
        raise FrostgridError(
            f"{path} is damaged: {error}",
            hint="scores are safe; restore the file, or make its run anew to keep predictions",
        ) from error


def read_file(path: Path) -> Iterator[Predicted]:
    """Every prediction in one file."""
    table = read_columns(path)
    keys = table["key"].to_numpy()
    edges = [0, *(np.flatnonzero(keys[1:] != keys[:-1]) + 1).tolist(), len(keys)]
    prob = _matrix(table["prob"].combine_chunks())
    decision = None
    if "decision" in table.column_names:
        decision = _matrix(table["decision"].combine_chunks())
    columns = {name: table[name].to_numpy() for name in ("row", "y", "label")}
    for start, end in pairwise(edges):
        yield Predicted(
            str(keys[start]),
            columns["row"][start:end],
            columns["y"][start:end].astype(np.int32),
            columns["label"][start:end].astype(np.int32),
            prob[start:end],
            None if decision is None else decision[start:end],
        )


def _lists(matrices: Sequence[FloatMatrix]) -> pa.FixedSizeListArray:
    import pyarrow as pa

    numbers = pa.array(np.concatenate([matrix.ravel() for matrix in matrices]))
    return pa.FixedSizeListArray.from_arrays(numbers, matrices[0].shape[1])


def _matrix(lists: pa.FixedSizeListArray) -> FloatMatrix:
    found: FloatMatrix = lists.flatten().to_numpy().reshape(len(lists), -1)
    return found

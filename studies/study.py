"""The contract of a study."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from frostgrid.base.arrays import FloatMatrix, LabelVector

if TYPE_CHECKING:
    import pandas as pd

Cell = str | int | float | None


class Predicted(Protocol):
    """What a study sees of one evaluation's kept predictions.

    ``labels`` are class codes, shape ``(m,)``; ``prob`` has shape ``(m, k)``; ``decision`` is None
    or has shape ``(m, k (k - 1) / 2)``, NaN for pairs with a class without training rows.
    """

    @property
    def labels(self) -> LabelVector: ...  # noqa: D102 - see the class

    @property
    def prob(self) -> FloatMatrix: ...  # noqa: D102

    @property
    def decision(self) -> FloatMatrix | None: ...  # noqa: D102


@dataclass(frozen=True, slots=True)
class Table:
    """An answer, or a part of one.

    Attributes
    ----------
    title
        What the rows are.
    columns
        Their names.
    rows
        Cells in the order of ``columns``; None is unknown.
    notes
        What a reader must know of the numbers, a sentence each.
    """

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Study:
    """A question asked of a table of results.

    Attributes
    ----------
    name
        Registry name.
    title
        The question, in one line.
    columns
        Columns of the table that it needs.
    run
        ``run(frame, predictions)`` with columns as in every export; predictions by the column
        ``key``, or None where none were kept. Raises ``FrostgridError`` for a table that the
        question cannot be asked of.
    """

    name: str
    title: str
    columns: frozenset[str]
    run: Callable[[pd.DataFrame, Mapping[str, Predicted] | None], Sequence[Table]]


def ask(
    study: Study, frame: pd.DataFrame, predictions: Mapping[str, Predicted] | None = None
) -> Sequence[Table]:
    """Tables that ``study`` answers with.

    Raises
    ------
    FrostgridError
        The table lacks a column, has no rows, or is nothing that the question can be asked of.
    """
    from frostgrid.base.errors import FrostgridError

    if missing := sorted(study.columns - set(frame.columns)):
        raise FrostgridError(
            f"the study {study.name} needs the column {', '.join(missing)}",
            hint="give it a run directory, or a Parquet file exported from one",
        )
    if frame.empty:
        raise FrostgridError("the table has no rows", hint="run some evaluations first")
    return study.run(frame, predictions)

"""Measures worked out anew from the predictions that a run kept."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields
from pathlib import Path

from frostgrid.base.errors import FrostgridError, UnknownNameError
from runners.evaluation import Scores
from runners.metrics import score
from runners.store.predictions import FOLDER, read_predictions
from runners.store.reading import reading

MEASURES = tuple(
    field.name
    for field in fields(Scores)
    if field.name not in ("confusion", "undefined", "auc_classes")
)


@dataclass(frozen=True, slots=True)
class Rescored:
    """One evaluation's measure, as stored and as worked out anew."""

    key: str
    stored: float | None
    again: float | None


def rescore(directory: Path, measure: str) -> Iterator[Rescored]:
    """Work out ``measure`` for every ``ok`` evaluation whose predictions were kept.

    Raises
    ------
    FrostgridError
        There is no such measure, or the run kept no predictions.
    """
    if measure not in MEASURES:
        raise UnknownNameError("measure", measure, MEASURES)
    folder = directory / FOLDER
    if not folder.is_dir():
        raise FrostgridError(
            f"{directory} kept no predictions", hint="run it with --keep-predictions"
        )
    return _rescored(directory, folder, measure)


def _rescored(directory: Path, folder: Path, measure: str) -> Iterator[Rescored]:
    from runners.directory import RESULTS

    seen: set[str] = set()
    with reading(directory / RESULTS) as store:
        for predicted in read_predictions(folder):
            if predicted.key in seen:
                continue
            seen.add(predicted.key)
            row = store.db.execute(
                f"SELECT {measure} FROM evaluation WHERE key = ? AND status = 'ok'",  # noqa: S608
                (bytes.fromhex(predicted.key),),
            ).fetchone()
            if row is not None:  # else the run was killed between file and row
                again = getattr(score(predicted.y, predicted.prob, predicted.labels), measure)
                yield Rescored(predicted.key, row[0], again)

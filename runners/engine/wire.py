"""Evaluations as JSON, for the way from a worker to the writer."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from runners.evaluation import Evaluation, Scores, Status

_EVALUATION = tuple(field.name for field in fields(Evaluation))
_SCORES = tuple(field.name for field in fields(Scores))


def to_json(evaluation: Evaluation) -> dict[str, Any]:
    """``evaluation`` as a JSON value, for the way from a worker to the writer."""
    found = {name: getattr(evaluation, name) for name in _EVALUATION}
    if evaluation.scores:
        found["scores"] = {name: getattr(evaluation.scores, name) for name in _SCORES}
    return found


def from_json(found: dict[str, Any]) -> Evaluation:
    """Inverse of ``to_json``."""
    if found["scores"] is not None:
        scores = found["scores"]
        scores["confusion"] = tuple(scores["confusion"])
        found["scores"] = Scores(**scores)
    found["status"] = Status(found["status"])
    return Evaluation(**found)

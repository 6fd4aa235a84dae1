"""Evaluations as JSON, for the way from a worker to the writer."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from runners.evaluation import Evaluation, Scores, Status


def to_json(evaluation: Evaluation) -> dict[str, Any]:
    """``evaluation`` as a JSON value, for the way from a worker to the writer."""
    found = {field.name: getattr(evaluation, field.name) for field in fields(Evaluation)}
    if evaluation.scores:
        found["scores"] = {
            field.name: getattr(evaluation.scores, field.name) for field in fields(Scores)
        }
    return found


def from_json(found: dict[str, Any]) -> Evaluation:
    """Inverse of ``to_json``."""
    if found["scores"] is not None:
        scores = found["scores"]
        scores["confusion"] = tuple(scores["confusion"])
        found["scores"] = Scores(**scores)
    found["status"] = Status(found["status"])
    return Evaluation(**found)

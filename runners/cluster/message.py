"""What client and Dask workers send each other: JSON text, and the bytes of prediction files."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from runners.batches import Batch, Item
from runners.engine.supervisor import Finished
from runners.engine.wire import from_json, to_json
from runners.evaluation import Task
from runners.plan import Limits


@dataclass(frozen=True, slots=True)
class Job:
    """A batch on its way to a Dask worker.

    Attributes
    ----------
    session
        Of the client: what belongs together, and is stopped together.
    batch, limits
        What to run, and what each evaluation may use.
    keep_predictions
        Whether to send the class probabilities of every test row back.
    """

    session: str
    batch: Batch
    limits: Limits
    keep_predictions: bool

    def dump(self) -> str:
        """As JSON."""
        return json.dumps(asdict(self), allow_nan=False)

    @classmethod
    def load(cls, text: str) -> Job:
        """Inverse of ``dump``."""
        found = json.loads(text)
        batch = found["batch"]
        batch["task"] = Task(**batch["task"])
        batch["items"] = tuple(Item(**item) for item in batch["items"])
        found["batch"] = Batch(**batch)
        found["limits"] = Limits(**found["limits"])
        return cls(**found)


@dataclass(frozen=True, slots=True)
class Answer:
    """What has become of a batch.

    Attributes
    ----------
    finished
        Its evaluations; some are missing if the session was stopped.
    predictions
        Contents of prediction files by name.
    problem
        Why the Dask worker cannot run it; empty if it can.
    """

    finished: Sequence[Finished]
    predictions: Mapping[str, bytes] = field(default_factory=dict)
    problem: str = ""

    def dump(self) -> dict[str, Any]:
        """As text and bytes."""
        outcomes = [[to_json(f.evaluation), f.item.attempt] for f in self.finished]
        return {
            "finished": json.dumps(outcomes, allow_nan=False),
            "predictions": dict(self.predictions),
            "problem": self.problem,
        }

    @classmethod
    def load(cls, found: Mapping[str, Any], batch: Batch, worker: int) -> Answer:
        """Inverse of ``dump`` for ``batch``, which the worker numbered ``worker`` ran."""
        items = {item.key: item for item in batch.items}
        finished = []
        for outcome, attempt in json.loads(found["finished"]):
            evaluation = from_json(outcome)
            item = replace(items[evaluation.key], attempt=attempt)
            finished.append(Finished(evaluation, batch, item, worker))
        return cls(finished, found["predictions"], found["problem"])

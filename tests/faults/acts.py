"""Evaluations of the learner that misbehaves, and a supervisor that runs them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from time import monotonic

import psutil

from runners.batches import Batch
from runners.engine.process import strays
from runners.engine.supervisor import Finished, Supervisor
from runners.evaluation import Evaluation
from runners.plan import Limits
from tests.plugins.nap import NAP

PLUGIN = "tests.plugins.misbehaving"


class Watched:
    """Runs batches on two workers, and notes when each evaluation had come to its end."""

    def __init__(self, folder: Path, batches: Sequence[Batch], limits: Limits) -> None:
        self._folder = folder
        self._limits = limits
        self._ends: list[tuple[Finished, float]] = []
        Supervisor(
            iter(batches), 2, limits, folder, self._record, modules=[PLUGIN]
        ).run()  # fmt: skip

    def _record(self, finished: Sequence[Finished]) -> None:
        self._ends += [(f, monotonic()) for f in finished]

    @property
    def evaluations(self) -> list[Evaluation]:
        """Outcomes, in the order in which they came."""
        return [f.evaluation for f, _ in self._ends]

    def beyond_limit(self) -> list[float]:
        """Seconds from the time limit of each timed out evaluation until its worker was gone."""
        return [
            end - float(self.said(f.worker, "began")[-1]) - self._limits.seconds
            for f, end in self._ends
            if f.evaluation.status == "timeout"
        ]

    def said(self, worker: int, word: str) -> list[str]:
        """What stands after ``word`` in a worker's log."""
        log = (self._folder / "logs" / f"worker-{worker}.log").read_text(errors="replace")
        return re.findall(rf"^{word} (.*)$", log, re.MULTILINE)

    def left(self) -> int:
        """Processes that outlived the run."""
        return len(strays(self._folder / "tmp")) + nappers(self._folder)

    def statuses(self) -> Counter[str]:
        """Outcomes by status."""
        return Counter(str(evaluation.status) for evaluation in self.evaluations)


def nappers(folder: Path) -> int:
    """Sleepers that a learner of ``folder`` left behind."""
    return sum(
        NAP in (p.info["cmdline"] or ()) and (p.info["cwd"] or "").startswith(str(folder))
        for p in psutil.process_iter(["cmdline", "cwd"])
    )

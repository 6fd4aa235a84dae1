"""What a session runs of a run beyond what was never run."""

from __future__ import annotations

from dataclasses import dataclass

from runners.evaluation import Status


@dataclass(frozen=True, slots=True)
class Retry:
    """Evaluations to run again, and which the session is about at all.

    Attributes
    ----------
    statuses
        Rows with them are run again.
    learners, datasets
        Names; nothing of others is run. All if empty.
    """

    statuses: frozenset[Status] = frozenset()
    learners: frozenset[str] = frozenset()
    datasets: frozenset[str] = frozenset()

    def concerns(self, learner: str, dataset: str) -> bool:
        """Whether the session is about them."""
        return (not self.learners or learner in self.learners) and (
            not self.datasets or dataset in self.datasets
        )


NOTHING = Retry()
"""Only what was never run."""

"""One fit and its scores."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

from frostgrid.base.digest import digest

if TYPE_CHECKING:  # it would bring optuna into every reader of results
    from grids.space import Config


class Status(StrEnum):
    """How an evaluation ended."""

    OK = "ok"
    TIMEOUT = "timeout"
    MEMORY = "memory"
    CRASH = "crash"
    ERROR = "error"
    INVALID_OUTPUT = "invalid_output"
    NOT_APPLICABLE = "not_applicable"
    UNAVAILABLE = "unavailable"


FAILURES = frozenset(Status) - {Status.OK, Status.NOT_APPLICABLE}
"""Statuses after which a run has finished with failed evaluations."""


@dataclass(frozen=True, slots=True)
class Task:
    """What a batch of evaluations shares: data, rows, learner and preprocessing.

    Attributes
    ----------
    dataset, dataset_digest
        Name, and digest of the content.
    protocol, split, split_digest
        Protocol, position in it, and digest of its row numbers.
    learner, adapter
        Name, and version of its adapter.
    preprocessing
        Text form, see ``Preprocessing``.
    subset
        Which of the split's training rows are used: ``"all"``.
    n_train, n_columns
        Training rows used and features of the dataset, which data-dependent parameters refer to.
    """

    dataset: str
    dataset_digest: str
    protocol: str
    split: int
    split_digest: str
    learner: str
    adapter: int
    preprocessing: str
    subset: str
    n_train: int
    n_columns: int

    @property
    def identity(self) -> list[str | int]:
        """What of it decides results.

        The dataset's name does not count, its digest does. The split's position counts beside its
        digest: on tiny data two positions can hold the same rows, and are two evaluations still.
        """
        return [
            self.dataset_digest,
            self.protocol,
            self.split,
            self.split_digest,
            self.learner,
            self.adapter,
            self.preprocessing,
            self.subset,
        ]

    def key(self, config: Config) -> str:
        """Key of the evaluation of an effective configuration, 32 hexadecimal digits."""
        return digest([*self.identity, dict(config)])[:32]


def seed_of(key: str) -> int:
    """Seed of the fit with this key, in ``[0, 2**31)``."""
    return int(key[:8], 16) % 2**31


@dataclass(frozen=True, slots=True)
class Scores:
    """Measures of one evaluation; None is undefined, and ``undefined`` says why.

    Attributes
    ----------
    accuracy
        Share of test rows whose predicted label is right. The label is the package's own where
        it differs from the most probable class, else the most probable class (first on ties).
    accuracy_argmax
        The same with the most probable class always.
    auc
        Two classes: area under the ROC curve. More: Hand and Till's M (2001), mean over pairs.
    auc_ovr
        Two classes: ``auc``. More: mean over classes of the area of that class against the rest.
    auc_classes
        Number of classes the areas are means over: those that have test rows.
    log_loss
        Mean of ``-log p(true class)``, natural logarithm, ``p`` floored at 2**-52.
    brier
        Mean over rows of the sum over classes of ``(p - truth)**2``, in ``[0, 2]``.
    balanced_accuracy
        Mean recall of the classes that have test rows.
    f1_macro, f1_weighted
        Mean over classes in truth or prediction of F1; plain, and weighted by test rows.
    confusion
        Counts, rows are true classes, columns predicted ones, in class order; flat, ``k * k``.
    undefined
        Why a measure is None, for example ``"auc: one_class_test"``; empty if all are defined.
    """

    accuracy: float
    accuracy_argmax: float
    auc: float | None
    auc_ovr: float | None
    auc_classes: int
    log_loss: float
    brier: float
    balanced_accuracy: float
    f1_macro: float
    f1_weighted: float
    confusion: tuple[int, ...]
    undefined: str = ""


@dataclass(frozen=True, slots=True)
class Evaluation:
    """Outcome of the evaluation with key ``key``.

    Attributes
    ----------
    key
        See ``Task.key``.
    status, reason
        How it ended, and why if it is not ``ok``.
    scores
        Only where ``status`` is ``ok``.
    n_train, n_test
        Rows fitted on and scored on; None if it never came to that.
    fit_seconds, predict_seconds
        Wall-clock seconds of a monotonic clock, conversion of data excluded.
    cpu_seconds
        Processor seconds of fit and prediction together, all threads.
    peak_memory
        Largest resident size of the worker during fit and prediction, bytes.
    warnings, message
        How many warnings the package gave, and the first of them.
    load
        Processes of the machine that ran or waited to run in the minute before, on average.
    """

    key: str
    status: Status
    reason: str = ""
    scores: Scores | None = None
    n_train: int | None = None
    n_test: int | None = None
    fit_seconds: float | None = None
    predict_seconds: float | None = None
    cpu_seconds: float | None = None
    peak_memory: int | None = None
    warnings: int = 0
    message: str = field(default="")
    load: float | None = None

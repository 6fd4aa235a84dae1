"""Run one evaluation: the only place where a learner is timed, checked and scored."""

from __future__ import annotations

import os
import random
import re
from collections.abc import Callable
from itertools import combinations
from time import perf_counter, process_time
from typing import Any

import numpy as np

from frostgrid.base.arrays import FloatMatrix, LabelVector
from frostgrid.base.errors import NotApplicableError
from grids.space import Config
from runners.contract import InvalidOutputError, checked, checked_decision
from runners.evaluation import Evaluation, Scores, Status, seed_of
from runners.heard import listening
from runners.learner import Learner, Prediction
from runners.memory import peak, reset_peak
from runners.metrics import score
from runners.prepare import Prepared
from runners.text import one_line

# How R, the C++ library and the boosters say that there is no memory left.
_NO_MEMORY = re.compile(
    r"cannot allocate|vector memory (exhausted|limit)|bad_alloc|out of memory|unable to allocate",
    re.IGNORECASE,
)


def evaluate(
    key: str,
    learner: Learner,
    prepared: Prepared,
    data: Any,  # noqa: ANN401 - whatever learner.load gave
    config: Config,
    keep: Callable[[FloatMatrix, LabelVector, FloatMatrix | None], None] | None = None,
) -> Evaluation:
    """Fit ``config`` on ``data``, predict and score; a failing learner is a row, not an exception.

    Parameters
    ----------
    key
        Key of the evaluation; the seed comes from it.
    learner, data
        A learner, and what its ``load`` made of ``prepared.fold``.
    config
        Effective configuration.
    keep
        Called with probabilities, labels and decision values (None where the learner has none) in
        the classes of the task, shapes ``(m, k)``, ``(m,)`` and ``(m, k (k - 1) / 2)``, where they
        meet the contract.
    """
    seed = seed_of(key)
    # Some packages draw from the global streams, whatever seed they are given.
    random.seed(seed)
    np.random.seed(seed)
    status, reason = Status.OK, ""
    scores: Scores | None = None
    fit_seconds: float | None = None
    predict_seconds: float | None = None
    cpu_seconds: float | None = None
    peak_memory: int | None = None
    load, _, _ = os.getloadavg()
    with listening() as heard:
        measured = reset_peak()
        cpu, start = process_time(), perf_counter()
        try:
            model = learner.fit(data, config, seed)
            fitted = perf_counter()
            fit_seconds = fitted - start
            answer = learner.predict(model, data)
            predict_seconds = perf_counter() - fitted
            cpu_seconds = process_time() - cpu
            peak_memory = peak() if measured else None
            prob, labels = _placed(answer, prepared)
            decision = _decision(learner, model, data, prepared) if keep else None
            scores = score(prepared.y_test, prob, labels)
            if keep:
                labels = prob.argmax(axis=1).astype(np.int32) if labels is None else labels
                keep(prob, labels, decision)
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # noqa: BLE001 - a learner may raise anything, SystemExit too
            status, reason = _outcome(error)
            cpu_seconds = process_time() - cpu if cpu_seconds is None else cpu_seconds
            peak_memory = peak() if measured and peak_memory is None else peak_memory
    return Evaluation(
        key=key,
        status=status,
        reason=reason,
        scores=scores,
        n_train=len(prepared.fold.y_train),
        n_test=len(prepared.y_test),
        fit_seconds=fit_seconds,
        predict_seconds=predict_seconds,
        cpu_seconds=cpu_seconds,
        peak_memory=peak_memory,
        warnings=heard.count,
        message=heard.first,
        load=load,
    )


def _placed(answer: Prediction, prepared: Prepared) -> tuple[FloatMatrix, LabelVector | None]:
    """Check ``answer``, and place its columns and labels among the classes of the task."""
    answer = checked(answer, len(prepared.y_test), prepared.fold.n_classes)
    prob = np.zeros((len(prepared.y_test), prepared.n_classes))
    prob[:, prepared.seen] = answer.prob
    return prob, None if answer.labels is None else prepared.seen[answer.labels]


def _decision(
    learner: Learner,
    model: Any,  # noqa: ANN401 - whatever learner.fit gave
    data: Any,  # noqa: ANN401 - whatever learner.load gave
    prepared: Prepared,
) -> FloatMatrix | None:
    """Decision values for pairs of the task's classes; NaN where training lacks one of a pair."""
    found = learner.decide(model, data) if learner.decide else None
    if found is None:
        return None
    found = checked_decision(found, len(prepared.y_test), prepared.fold.n_classes)
    every = list(combinations(range(prepared.n_classes), 2))
    placed = np.full((len(found), len(every)), np.nan)
    placed[:, [every.index(pair) for pair in combinations(prepared.seen.tolist(), 2)]] = found
    return placed


def failure(key: str, error: BaseException) -> Evaluation:
    """Outcome of an evaluation whose data could not be prepared or loaded because of ``error``."""
    status, reason = _outcome(error)
    return Evaluation(key, status, reason)


def _outcome(error: BaseException) -> tuple[Status, str]:
    text = one_line(f"{type(error).__name__}: {_words(error)}")
    match error:
        case NotApplicableError():
            return Status.NOT_APPLICABLE, one_line(str(error))
        case InvalidOutputError():
            return Status.INVALID_OUTPUT, one_line(str(error))
        case MemoryError():
            return Status.MEMORY, text
        case _ if _NO_MEMORY.search(text):
            return Status.MEMORY, text
    return Status.ERROR, text


def _words(error: BaseException) -> str:
    """What ``error`` says, if it can say it."""
    try:
        return str(error)
    except Exception:  # noqa: BLE001 - a third-party exception whose text is itself broken
        return "(its message cannot be read)"

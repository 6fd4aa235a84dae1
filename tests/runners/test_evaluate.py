"""Good and bad learners under the clock."""

from __future__ import annotations

import random
import time
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from frostgrid.base.arrays import FloatMatrix, LabelVector
from frostgrid.base.errors import FrostgridError, NotApplicableError
from grids.space import Config
from runners.evaluate import evaluate, failure
from runners.evaluation import Evaluation, Status, seed_of
from runners.fold import Fold
from runners.learner import Learner, Prediction
from runners.memory import peak, reset_peak
from runners.prepare import Prepared
from runners.preprocessing import Preprocessing

KEY = "0123456789abcdef0123456789abcdef"
TRUTH = np.array([0, 3, 1, 3], dtype=np.int32)
SEEN = np.array([0, 1, 3], dtype=np.int32)
PROB = np.array([[0.5, 0.3, 0.2], [0.1, 0.2, 0.7], [0.2, 0.7, 0.1], [0.1, 0.1, 0.8]])


def task() -> Prepared:
    """A task of four classes whose class 2 has no training rows."""
    x_train = np.asfortranarray(np.arange(6.0)[:, None])
    y_train = np.array([0, 1, 2, 0, 1, 2], dtype=np.int32)
    x_test = np.asfortranarray(np.arange(4.0)[:, None])
    return Prepared(Fold(x_train, y_train, x_test, 3, (0,)), SEEN, TRUTH, 4)


def no_fit(_data: Fold, _config: Config, _seed: int) -> None:
    pass


def local(
    fit: Callable[[Fold, Config, int], Any] = no_fit,
    predict: Callable[[Any, Fold], Prediction] = lambda _model, _data: Prediction(PROB),
    decide: Callable[[Any, Fold], FloatMatrix] | None = None,
) -> Learner:
    return Learner(
        name="local",
        language="python",
        package="frostgrid",
        title="For this test",
        version=1,
        preprocessing=Preprocessing("native"),
        load=lambda fold: fold,
        fit=fit,
        predict=predict,
        decide=decide,
    )


def run(
    fit: Callable[[Fold, Config, int], Any] = no_fit,
    predict: Callable[[Any, Fold], Prediction] = lambda _model, _data: Prediction(PROB),
) -> Evaluation:
    learner = local(fit, predict)
    prepared = task()
    return evaluate(KEY, learner, prepared, learner.load(prepared.fold), {})


def raising(error: BaseException) -> Callable[[Fold, Config, int], Any]:
    def fit(_data: Fold, _config: Config, _seed: int) -> None:
        raise error

    return fit


def answering(
    prob: FloatMatrix, labels: LabelVector | None = None
) -> Callable[[Any, Fold], Prediction]:
    return lambda _model, _data: Prediction(prob, labels)


def test_a_good_answer_is_scored_in_the_classes_of_the_task() -> None:
    found = run()
    assert found.status is Status.OK
    assert found.reason == ""
    assert found.scores is not None
    assert found.scores.accuracy == 1.0
    assert found.scores.auc_classes == 3
    assert found.scores.confusion == (1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2)
    assert found.scores.log_loss == pytest.approx(-np.log([0.5, 0.7, 0.7, 0.8]).mean())
    assert (found.n_train, found.n_test) == (6, 4)
    assert (found.warnings, found.message) == (0, "")


def test_labels_of_the_package_are_read_in_the_classes_of_the_task() -> None:
    found = run(predict=answering(PROB, np.array([0, 2, 1, 1], dtype=np.int32)))
    assert found.scores is not None
    assert found.scores.accuracy == 0.75
    assert found.scores.accuracy_argmax == 1.0


def decided(decision: FloatMatrix) -> tuple[Evaluation, list[FloatMatrix | None]]:
    learner = local(decide=lambda _model, _data: decision)
    kept: list[FloatMatrix | None] = []
    prepared = task()

    def keep(_prob: FloatMatrix, _labels: LabelVector, values: FloatMatrix | None) -> None:
        kept.append(values)

    return evaluate(KEY, learner, prepared, prepared.fold, {}, keep), kept


def test_decision_values_are_kept_for_the_pairs_of_the_task() -> None:
    found, kept = decided(np.arange(12.0).reshape(4, 3))
    assert found.status is Status.OK
    # Pairs 01, 02, 03, 12, 13, 23 of the task; training has the classes 0, 1 and 3.
    assert kept[0] is not None
    np.testing.assert_array_equal(kept[0][1], [3, np.nan, 4, np.nan, 5, np.nan])


@pytest.mark.parametrize("values", [np.zeros((4, 2)), np.full((4, 3), np.nan)])
def test_decision_values_that_are_none_are_no_result(values: FloatMatrix) -> None:
    found, kept = decided(values)
    assert (found.status, found.scores, kept) == (Status.INVALID_OUTPUT, None, [])
    assert found.reason.startswith("decision values")


def test_times_are_those_of_fit_and_prediction() -> None:
    def predict(_model: object, _data: Fold) -> Prediction:
        time.sleep(0.05)
        return Prediction(PROB)

    found = run(fit=lambda _data, _config, _seed: time.sleep(0.02), predict=predict)
    assert found.fit_seconds is not None and 0.02 <= found.fit_seconds < 0.05
    assert found.predict_seconds is not None and found.predict_seconds >= 0.05
    assert found.cpu_seconds is not None and 0 <= found.cpu_seconds < 0.05


def test_the_peak_of_memory_is_that_of_this_evaluation() -> None:
    def fit(_data: Fold, _config: Config, _seed: int) -> None:
        np.ones(25_000_000)  # 200 MB, given back at once

    if not reset_peak():
        assert run(fit=fit).peak_memory is None
        return
    before = peak()
    hungry, modest = run(fit=fit).peak_memory, run().peak_memory
    assert hungry is not None and modest is not None
    assert hungry - before > 180e6
    assert modest - before < 50e6


@pytest.mark.parametrize(
    ("error", "status", "reason"),
    [
        (ValueError("no\nmore"), Status.ERROR, "ValueError: no"),
        (KeyError("mtry"), Status.ERROR, "KeyError: 'mtry'"),
        (RuntimeError(), Status.ERROR, "RuntimeError:"),
        (FrostgridError("R failed"), Status.ERROR, "FrostgridError: R failed"),
        (SystemExit(0), Status.ERROR, "SystemExit: 0"),
        (GeneratorExit(), Status.ERROR, "GeneratorExit:"),
        (RecursionError("too deep"), Status.ERROR, "RecursionError: too deep"),
        (MemoryError(), Status.MEMORY, "MemoryError:"),
        (
            RuntimeError("Error: cannot allocate vector of size 7.5 Gb"),
            Status.MEMORY,
            "RuntimeError: Error: cannot allocate vector of size 7.5 Gb",
        ),
        (RuntimeError("std::bad_alloc"), Status.MEMORY, "RuntimeError: std::bad_alloc"),
        (
            RuntimeError("vector memory exhausted (limit reached?)"),
            Status.MEMORY,
            "RuntimeError: vector memory exhausted (limit reached?)",
        ),
        (
            NotApplicableError("rare_class", "needs two rows"),
            Status.NOT_APPLICABLE,
            "rare_class: needs two rows",
        ),
    ],
)
def test_a_failing_learner_is_a_row_with_its_own_words(
    error: BaseException, status: Status, reason: str
) -> None:
    found = run(fit=raising(error))
    assert (found.status, found.reason) == (status, reason)
    assert found.scores is None
    assert found.fit_seconds is None
    assert failure(KEY, error) == Evaluation(KEY, status, reason)


def test_ctrl_c_is_no_result() -> None:
    with pytest.raises(KeyboardInterrupt):
        run(fit=raising(KeyboardInterrupt()))


def test_a_reason_is_one_short_line_without_the_time_of_day() -> None:
    found = run(fit=raising(ValueError(f"\n\n[12:34:56] {'x' * 9999}\nsecond")))
    assert found.reason == "ValueError:"
    text = run(fit=raising(ValueError(f"[12:34:56] {'x' * 9999}\nsecond"))).reason
    assert text == f"ValueError: {'x' * 9999}"[:500]


@pytest.mark.parametrize(
    ("prob", "reason"),
    [
        (np.full((4, 3), np.nan), "not finite"),
        (PROB[:3], r"shape"),
        (PROB[:, :2], r"shape"),
        (PROB * 2, "range"),
        (PROB * 0.9, "miss the sum"),
    ],
)
def test_output_that_breaks_the_contract_is_no_score_but_keeps_its_times(
    prob: FloatMatrix, reason: str
) -> None:
    found = run(predict=answering(prob))
    assert found.status is Status.INVALID_OUTPUT
    assert reason in found.reason
    assert found.scores is None
    assert found.fit_seconds is not None
    assert found.predict_seconds is not None
    assert found.cpu_seconds is not None


def test_an_error_in_prediction_keeps_the_time_of_the_fit() -> None:
    def predict(_model: object, _data: Fold) -> Prediction:
        raise ValueError("lost")

    found = run(predict=predict)
    assert found.status is Status.ERROR
    assert found.fit_seconds is not None
    assert found.predict_seconds is None


def test_a_test_sample_of_one_class_is_scored_with_the_area_left_out() -> None:
    learner = local()
    whole = task()
    prepared = Prepared(whole.fold, whole.seen, np.full(4, 3, dtype=np.int32), whole.n_classes)
    found = evaluate(KEY, learner, prepared, prepared.fold, {})
    assert found.status is Status.OK
    assert found.scores is not None
    assert found.scores.auc is None
    assert found.scores.undefined.startswith("auc: one_class_test")
    assert found.fit_seconds is not None


def test_warnings_are_counted_and_the_first_is_kept() -> None:
    def fit(_data: Fold, _config: Config, _seed: int) -> None:
        for count in range(1000):
            warnings.warn(f"did not converge, {count}\nmore", FutureWarning, stacklevel=1)

    found = run(fit=fit)
    assert found.status is Status.OK
    assert found.warnings == 1000
    assert found.message == "FutureWarning: did not converge, 0"


def test_warnings_of_numpy_count_and_are_no_errors() -> None:
    found = run(fit=lambda _data, _config, _seed: np.log(np.zeros(1)))
    assert found.status is Status.OK
    assert found.message == "RuntimeWarning: divide by zero encountered in log"


def test_warnings_before_a_failure_are_kept() -> None:
    def fit(_data: Fold, _config: Config, _seed: int) -> None:
        warnings.warn("careful", UserWarning, stacklevel=1)
        raise ValueError("told you")

    found = run(fit=fit)
    assert (found.status, found.warnings) == (Status.ERROR, 1)
    assert found.message == "UserWarning: careful"


def test_filters_that_a_learner_leaves_behind_are_gone_afterwards() -> None:
    def fit(_data: Fold, _config: Config, _seed: int) -> None:
        warnings.simplefilter("ignore")

    before = list(warnings.filters), warnings.showwarning
    run(fit=fit)
    assert (list(warnings.filters), warnings.showwarning) == before


def test_global_streams_start_from_the_key_whatever_ran_before() -> None:
    drawn: list[tuple[float, float, int]] = []

    def fit(_data: Fold, _config: Config, seed: int) -> None:
        drawn.append((np.random.random(), random.random(), seed))
        np.random.seed(99)
        random.seed(99)

    run(fit=fit)
    np.random.random(7)
    run(fit=fit)
    assert drawn[0] == drawn[1]
    assert drawn[0][2] == seed_of(KEY)

"""Fitting and predicting through R files that misbehave on command."""

from __future__ import annotations

import subprocess
import sys
import threading
import warnings
from collections.abc import Mapping
from pathlib import Path

import numpy as np
import pytest

from frostgrid.base.arrays import FloatMatrix, LabelVector
from frostgrid.base.errors import FrostgridError, NotApplicableError
from r_bridge.call import RError, RWarning
from r_bridge.console import Console
from r_bridge.fold import RFold, load
from r_bridge.from_r import from_r
from r_bridge.model import decide, fit, predict
from r_bridge.script import Script
from r_bridge.session import start

TOY = r"""
fit <- function(x, y, config, seed) {
  switch(config$what,
    error = stop("no such thing: gr\u00fcn"),
    call = (function(x) stop("bad value"))(x),
    printed = { cat("the real reason\n"); stop("internal error") },
    warn = for (i in seq_len(config$times)) warning("odd ", i, " \u20ac"),
    warn_then_fail = { warning("careful"); stop("failed") },
    deep = { f <- function(n) f(n + 1); f(1) },
    quit = quit(status = 0),
    memory = numeric(1e15),
    cpp = stop("std::bad_alloc"),
    refuse = refuse("too_odd", "a row has ", 3, " legs"),
    kind = RNGkind("Wichmann-Hill", "Box-Muller", "Rejection"),
    interrupt = stop(structure(class = c("interrupt", "condition"), list()))
  )
  list(y = y, config = config, drawn = runif(2), seed = seed, x = x)
}

prob <- function(model, x) {
  p <- matrix(rep(seq_len(nlevels(model$y)) / 10, each = nrow(x)), nrow(x))
  colnames(p) <- levels(model$y)
  switch(model$config$what,
    reversed = p[, rev(colnames(p)), drop = FALSE],
    dropped = p[, -1L, drop = FALSE],
    twice = { colnames(p)[2L] <- colnames(p)[1L]; p },
    unnamed = unname(p),
    stranger = { colnames(p)[1L] <- "Class1"; p },
    beyond = { colnames(p)[1L] <- "c0099"; p },
    short = p[-1L, , drop = FALSE],
    vector = p[, 1L],
    nan = { p[1L, 1L] <- NaN; p },
    labels = structure(p, labels = rep(levels(model$y)[2L], nrow(x))),
    missing_label = structure(p, labels = c(NA, rep(levels(model$y)[2L], nrow(x) - 1L))),
    missing_name = { colnames(p)[1L] <- NA; p },
    whole = { p[] <- 0; p[, 1L] <- 1; mode(p) <- "integer"; p[1L, 1L] <- NA; p },
    drawn = { p[1L, 1:2] <- model$drawn; p },
    p
  )
}
"""
X = np.arange(12.0).reshape(6, 2)
Y = np.array([0, 1, 2, 0, 1, 2], dtype=np.int32)


def toy(folder: Path, code: str = TOY, package: str = "stats") -> Script:
    path = folder / "toy.R"
    path.write_text(code, encoding="utf-8")
    return Script(path, "Toy", package, 1, "impute-native-none", "frame")


def loaded(script: Script, y: LabelVector = Y, n_classes: int = 3) -> RFold:
    return load(script, x_train=X, y_train=y, x_test=X[:4], n_classes=n_classes, levels=(0, 0))


@pytest.fixture
def data(tmp_path: Path) -> RFold:
    return loaded(toy(tmp_path))


def probabilities(data: RFold, what: str, seed: int = 1) -> FloatMatrix:
    return predict(fit(data, {"what": what}, seed), data)[0]


def test_columns_are_placed_by_name(data: RFold) -> None:
    expected = np.tile([0.1, 0.2, 0.3], (4, 1))
    np.testing.assert_array_equal(probabilities(data, "plain"), expected)
    np.testing.assert_array_equal(probabilities(data, "reversed"), expected)


def test_a_class_that_the_package_drops_has_probability_zero(data: RFold) -> None:
    np.testing.assert_array_equal(probabilities(data, "dropped")[0], [0, 0.2, 0.3])


@pytest.mark.parametrize("absent", [0, 1, 2])
def test_a_class_without_training_rows_is_no_level_and_has_probability_zero(
    tmp_path: Path, absent: int
) -> None:
    y = np.where(absent == Y, (absent + 1) % 3, Y).astype(np.int32)
    prob = probabilities(loaded(toy(tmp_path), y), "plain")
    assert (prob[:, absent] == 0).all()
    np.testing.assert_array_equal(np.delete(prob[0], absent), [0.1, 0.2])


@pytest.mark.parametrize("what", ["twice", "unnamed", "vector", "missing_name"])
def test_a_matrix_without_a_name_for_every_column_is_refused(data: RFold, what: str) -> None:
    with pytest.raises(RError, match=r"toy\.R: prob\(\): no matrix of numbers"):
        probabilities(data, what)


@pytest.mark.parametrize("what", ["stranger", "beyond"])
def test_a_column_that_is_no_class_is_refused(data: RFold, what: str) -> None:
    with pytest.raises(RError, match="which is no class"):
        probabilities(data, what)


def test_missing_rows_and_nan_are_passed_on_for_the_contract_to_refuse(data: RFold) -> None:
    assert probabilities(data, "short").shape == (3, 3)
    assert np.isnan(probabilities(data, "nan")[0, 0])


def test_labels_of_the_package_are_passed_on(data: RFold) -> None:
    labels = predict(fit(data, {"what": "labels"}, 1), data)[1]
    assert labels is not None
    assert labels.tolist() == [1, 1, 1, 1]
    assert predict(fit(data, {"what": "plain"}, 1), data)[1] is None


def test_missing_labels_and_integers_are_passed_on_as_missing(data: RFold) -> None:
    """The contract refuses them: -1 is no class, and NaN no probability."""
    labels = predict(fit(data, {"what": "missing_label"}, 1), data)[1]
    assert labels is not None
    assert labels.tolist() == [-1, 1, 1, 1]
    prob = probabilities(data, "whole")
    assert np.isnan(prob[0, 0])
    np.testing.assert_array_equal(prob[1:], [[1, 0, 0]] * 3)


DECISION = """
decision <- function(model, x) {
  d <- cbind(seq_len(nrow(x)), 10, -100)
  colnames(d) <- model$config$pairs |> strsplit(" ") |> unlist()
  d
}
"""


def test_decision_values_are_placed_by_the_names_of_the_pairs(tmp_path: Path) -> None:
    data = loaded(toy(tmp_path, TOY + DECISION))
    config = {"what": "plain", "pairs": "c0003/c0001 c0002/c0003 c0002/c0001"}
    found = decide(fit(data, config, 1), data)
    # Columns are the pairs 01, 02 and 12; a pair named the other way round changes sign.
    np.testing.assert_array_equal(found, [[100, -i, 10] for i in (1, 2, 3, 4)])


def test_decision_values_without_pairs_are_refused_and_a_file_may_have_none(
    tmp_path: Path, data: RFold
) -> None:
    assert decide(fit(data, {"what": "plain"}, 1), data) is None
    folder = tmp_path / "other"
    folder.mkdir()
    wrong = loaded(toy(folder, TOY + "decision <- function(model, x) matrix(0, nrow(x), 3)"))
    with pytest.raises(RError, match="column for every pair of classes"):
        decide(fit(wrong, {"what": "plain"}, 1), wrong)


def test_an_error_has_the_message_of_r_and_no_call(data: RFold) -> None:
    with pytest.raises(RError) as caught:
        fit(data, {"what": "error"}, 1)
    assert str(caught.value) == "toy.R: fit(): no such thing: grün"
    with pytest.raises(RError) as caught:
        fit(data, {"what": "call"}, 1)
    assert str(caught.value) == "toy.R: fit(): bad value"


def test_what_r_printed_before_an_error_is_told(data: RFold) -> None:
    with pytest.raises(RError, match=r"internal error \[the real reason\]"):
        fit(data, {"what": "printed"}, 1)
    with pytest.raises(RError) as caught:
        fit(data, {"what": "error"}, 1)
    assert "real reason" not in str(caught.value)


def heard(data: RFold, config: Mapping[str, str | int]) -> list[str]:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            fit(data, config, 1)
        except RError:
            caught.append(caught[0])
    assert {w.category for w in caught} <= {RWarning}
    return [str(w.message) for w in caught]


def test_every_warning_of_r_is_a_python_warning(data: RFold) -> None:
    assert heard(data, {"what": "warn", "times": 3}) == ["odd 1 €", "odd 2 €", "odd 3 €"]
    assert heard(data, {"what": "plain"}) == []


def test_warnings_before_an_error_are_told_too(data: RFold) -> None:
    assert heard(data, {"what": "warn_then_fail"}) == ["careful", "careful"]


def test_a_flood_of_warnings_is_kept_short(data: RFold) -> None:
    said = heard(data, {"what": "warn", "times": 5000})
    assert len(said) == 101
    assert said[-1] == "4,900 more warnings"


def test_r_survives_deep_recursion(data: RFold) -> None:
    with pytest.raises(RError, match=r"stack|infinite recursion"):
        fit(data, {"what": "deep"}, 1)
    assert probabilities(data, "plain").shape == (4, 3)


def test_quit_is_an_error_of_the_fit(tmp_path: Path) -> None:
    """In a process of its own: were it to fail, this one would end with exit code 0."""
    script = toy(tmp_path)
    code = f"""
import numpy as np
from pathlib import Path
from r_bridge.call import RError
from r_bridge.fold import load
from r_bridge.model import fit
from r_bridge.script import Script
script = Script(Path({str(script.path)!r}), "Toy", "stats", 1, "impute-native-none", "frame")
x, y = np.arange(12.0).reshape(6, 2), np.array([0, 1] * 3, dtype=np.int32)
data = load(script, x_train=x, y_train=y, x_test=x, n_classes=2, levels=(0, 0))
try:
    fit(data, {{"what": "quit"}}, 1)
except RError as error:
    print(error)
"""
    done = subprocess.run(
        [sys.executable, "-c", code], check=True, capture_output=True, text=True, timeout=120
    )
    assert done.stdout == "toy.R: fit(): R code called quit()\n"


@pytest.mark.parametrize(("what", "said"), [("memory", "cannot allocate"), ("cpp", "bad_alloc")])
def test_no_memory_in_r_is_a_memory_error(data: RFold, what: str, said: str) -> None:
    with pytest.raises(MemoryError, match=said):
        fit(data, {"what": what}, 1)
    assert probabilities(data, "plain").shape == (4, 3)


def test_a_refusal_has_its_code(data: RFold) -> None:
    with pytest.raises(NotApplicableError) as caught:
        fit(data, {"what": "refuse"}, 1)
    assert caught.value.code == "too_odd"
    assert str(caught.value) == "too_odd: a row has 3 legs"


def test_the_seed_decides_whatever_was_drawn_before(data: RFold) -> None:
    first = probabilities(data, "drawn", seed=7)
    probabilities(data, "drawn", seed=8)
    np.testing.assert_array_equal(probabilities(data, "drawn", seed=7), first)
    assert (probabilities(data, "drawn", seed=8)[0, :2] != first[0, :2]).all()


def test_a_package_that_changes_the_kind_of_generator_changes_no_later_fit(data: RFold) -> None:
    first = probabilities(data, "drawn", seed=7)
    fit(data, {"what": "kind"}, 7)
    np.testing.assert_array_equal(probabilities(data, "drawn", seed=7), first)


def test_set_seed_in_plain_r_draws_the_same(data: RFold) -> None:
    code = "set.seed(2147483647); cat(format(runif(2), digits = 17))"
    plain = subprocess.run(
        ["Rscript", "--vanilla", "-e", code], check=True, capture_output=True, text=True
    )
    drawn = probabilities(data, "drawn", seed=2**31 - 1)[0, :2]
    assert drawn.tolist() == [float(x) for x in plain.stdout.split()]


def test_an_interrupt_is_an_error_with_words(data: RFold) -> None:
    with pytest.raises(RError, match=r"toy\.R: fit\(\): ."):
        fit(data, {"what": "interrupt"}, 1)


def test_columns_and_levels_have_names_that_r_cannot_misread(tmp_path: Path) -> None:
    x = np.column_stack([X[:, 0], [0, 1, 2, 0, 1, 2]])
    crossed = load(toy(tmp_path), x_train=x, y_train=Y, x_test=x, n_classes=3, levels=(0, 3))
    found = from_r(crossed.x_train)
    assert list(found) == ["f0001", "f0002"]
    assert found["f0002"].levels == ("l0001", "l0002", "l0003")
    assert found["f0002"].codes.tolist() == [0, 1, 2, 0, 1, 2]
    assert from_r(crossed.y_train).levels == ("c0001", "c0002", "c0003")


def test_a_level_without_training_rows_exists_in_training_and_test_alike(tmp_path: Path) -> None:
    x = np.column_stack([X[:, 0], [0, 0, 0, 0, 0, 0]])
    crossed = load(
        toy(tmp_path), x_train=x, y_train=Y, x_test=x + np.array([0, 1]), n_classes=3, levels=(0, 2)
    )
    for rows in (crossed.x_train, crossed.x_test):
        assert from_r(rows)["f0002"].levels == ("l0001", "l0002")


def test_categories_in_a_matrix_are_refused(tmp_path: Path) -> None:
    script = toy(tmp_path)
    wide = Script(script.path, "Toy", "stats", 1, "impute-onehot-none", "matrix")
    with pytest.raises(NotApplicableError, match="categorical_columns"):
        load(wide, x_train=X, y_train=Y, x_test=X, n_classes=3, levels=(0, 2))


def test_a_missing_package_is_named(tmp_path: Path) -> None:
    with pytest.raises(RError, match=r"no package called .nosuchpackage"):
        loaded(toy(tmp_path, package="nosuchpackage"))


def test_an_r_file_that_does_not_parse_is_one_error(tmp_path: Path) -> None:
    with pytest.raises(RError, match=r"toy\.R: load\(\): .*unexpected") as caught:
        loaded(toy(tmp_path, "fit <- function( {\n"))
    assert "\n" not in str(caught.value)


def test_an_r_file_without_prob_says_so(tmp_path: Path) -> None:
    with pytest.raises(RError, match=r"toy\.R has no function prob\(\)"):
        loaded(toy(tmp_path, "fit <- function(x, y, config, seed) 1\n"))


def test_a_call_from_a_thread_is_refused(data: RFold) -> None:
    model = fit(data, {"what": "plain"}, 1)
    said: list[str] = []

    def work() -> None:
        for function in (lambda: fit(data, {"what": "plain"}, 1), lambda: predict(model, data)):
            with pytest.raises(FrostgridError) as caught:
                function()
            said.append(str(caught.value))

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert len(said) == 2
    assert all("R was called from the thread" in text for text in said)


def test_r_frees_what_python_lets_go(tmp_path: Path) -> None:
    held = start()._rinterface.protected_rids
    script = toy(tmp_path)
    probabilities(loaded(script), "plain")
    before = len(held())
    for seed in range(20):
        probabilities(loaded(script), "plain", seed)
    assert len(held()) == before


def test_the_console_keeps_the_end_of_what_is_written() -> None:
    console = Console()
    for number in range(1000):
        console.write(f"line {number}\n")
    text = console.read()
    assert len(text) <= 2000
    assert text.endswith("line 999\n")
    assert console.read() == ""

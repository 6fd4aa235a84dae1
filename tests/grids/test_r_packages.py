"""Do the installed R packages know every argument, default and value of our spaces?"""

from __future__ import annotations

import csv
import subprocess
from functools import cache
from pathlib import Path

import pytest
from corners import corner_rows
from optuna.distributions import CategoricalDistribution

from grids.frozen import load
from grids.registry import spaces
from grids.space import Shape, Space, Value
from r_bridge.installation import find_r
from r_bridge.script import scripts

FUNCTIONS = {
    "rpart": ["rpart::rpart.control"],
    "randomForest": ["getS3method('randomForest', 'default', envir = asNamespace('randomForest'))"],
    "e1071_svm": ["getS3method('svm', 'default', envir = asNamespace('e1071'))"],
    "partykit_ctree": ["partykit::ctree_control"],
    "nnet": ["getS3method('nnet', 'default', envir = asNamespace('nnet'))"],
    # The method keeps its arguments in a function inside it; the others are of kernels.
    "kernlab_ksvm": [
        "eval(body(getMethod('ksvm', 'matrix', where = asNamespace('kernlab')))[[2]][[3]])",
        "kernlab::rbfdot",
        "kernlab::polydot",
    ],
    "MASS_lda": ["getS3method('lda', 'default', envir = asNamespace('MASS'))"],
    # alpha is an argument of the fit, s of the prediction.
    "glmnet": ["glmnet::glmnet", "getS3method('predict', 'glmnet', envir = asNamespace('glmnet'))"],
}
"""Where arguments are declared, for learners whose name does not say it: ``class_knn`` does."""

SHAPE = Shape(rows=270, columns=4)
DATA = """
set.seed(1)
x <- as.data.frame(matrix(rnorm(1080), 270))
y <- factor(rep(c("a", "b", "c"), 90))
x[[1]] <- x[[1]] + as.integer(y)
d <- cbind(x, y = y)
binary <- cbind(x, y = as.integer(y == "a"))
"""
FIT = {
    "ranger": "do.call(ranger::ranger, c(list(x = x, y = y, probability = TRUE, num.threads = 1L,"
    " verbose = FALSE), row))",
    "rpart": "rpart::rpart(y ~ ., d, control = do.call(rpart::rpart.control, row))",
    "gbm": "do.call(gbm::gbm, c(list(y ~ ., data = binary, distribution = 'bernoulli',"
    " n.cores = 1L), row))",
    "randomForest": "do.call(randomForest::randomForest, c(list(x = x, y = y), row))",
    "e1071_svm": "do.call(e1071::svm, c(list(x = as.matrix(x), y = y), row))",
    "kknn": "do.call(kknn::kknn, c(list(y ~ ., d, d), row))",
    "partykit_ctree": "partykit::ctree(y ~ ., d, control = do.call(partykit::ctree_control, row))",
    "nnet": "do.call(nnet::nnet, c(list(y ~ ., d, trace = FALSE), row))",
    "kernlab_ksvm": "{ own <- names(row) %in% c('sigma', 'degree', 'scale', 'offset');"
    " do.call(kernlab::ksvm, c(list(x = as.matrix(x), y = y, kpar = if"
    " (any(own)) row[own] else if (row$kernel == 'vanilladot') list() else 'automatic'),"
    " row[!own])) }",
    "class_knn": "do.call(class::knn, c(list(x, x, y), row))",
    "MASS_lda": "do.call(MASS::lda, c(list(as.matrix(x), y), row))",
    "glmnet": "predict(glmnet::glmnet(as.matrix(x), y, 'multinomial', alpha = row$alpha),"
    " as.matrix(x), s = row$s, type = 'response')",
}

TREES = {"ntree", "num.trees", "n.trees"}
"""Counts that set the cost alone; the published ones reach 10,000."""

GRIDS = [s for s in spaces() if s.learner in {script.name for script in scripts()}]

every_grid = pytest.mark.parametrize("space", GRIDS, ids=lambda space: space.name)


def run_r(learner: str, code: str) -> str:
    """Output of ``code``; a warning of R is an error. Skips where the package is missing."""
    found = find_r()
    assert found is not None, "these tests need R; 'make setup' installs it"
    package = learner.partition("_")[0]
    if package not in found.packages:
        pytest.skip(f"the R package {package} is not installed")
    code = f"invisible(suppressMessages(loadNamespace('{package}'))); options(warn = 2)\n{code}"
    done = subprocess.run(
        ["Rscript", "--vanilla", "-"], input=code, check=False, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def literal(value: Value) -> str:
    if isinstance(value, bool):
        return str(value).upper()
    if isinstance(value, str):
        return f'"{value}"'
    return f"{value}L" if isinstance(value, int) else repr(value)


def as_r_list(row: dict[str, Value]) -> str:
    return "list(" + ", ".join(f"`{key}` = {literal(value)}" for key, value in row.items()) + ")"


def functions(learner: str) -> list[str]:
    """R expressions of the functions that take the arguments of a learner."""
    package, _, name = learner.partition("_")
    return FUNCTIONS.get(learner, [f"{package}::{name or package}"])


@cache
def known_arguments(learner: str) -> frozenset[str]:
    names = ", ".join(f"names(formals({function}))" for function in functions(learner))
    return frozenset(run_r(learner, f"cat(c({names}), sep = '\\n')").split())


def test_every_r_learner_has_a_grid_to_compare() -> None:
    assert {space.learner for space in GRIDS} == {script.name for script in scripts()}
    assert {"frostgrid", "kuehn2018", "memento", "rbv2"} <= {space.preset for space in GRIDS}


@every_grid
def test_every_argument_is_one_of_the_function(space: Space) -> None:
    declared = {p.argument or p.name for p in space.parameters}
    assert declared <= known_arguments(space.learner)


@pytest.mark.parametrize("learner", [script.name for script in scripts()])
def test_row_0_holds_the_defaults_of_the_function(learner: str) -> None:
    """Compares where the function writes its default down; the next tests see to the others."""
    computed = {
        ("ranger", "mtry"),
        ("ranger", "min.node.size"),
        ("ranger", "sample.fraction"),
        ("ranger", "splitrule"),
        ("ranger", "respect.unordered.factors"),
        ("randomForest", "mtry"),
        ("randomForest", "sampsize"),
        ("randomForest", "nodesize"),
        ("rpart", "minbucket"),
        ("e1071_svm", "gamma"),
        ("e1071_svm", "class.weights"),
        ("glmnet", "s"),
        ("partykit_ctree", "testtype"),
        ("partykit_ctree", "teststat"),
        ("partykit_ctree", "maxdepth"),
        ("nnet", "size"),
        ("kernlab_ksvm", "sigma"),
        ("MASS_lda", "method"),
        ("gbm", "distribution"),  # asked for in every row of the one preset that has it
    }
    written = {
        space.name: {
            argument: load(space.name).rows[0][p.name]
            for p in space.parameters
            if (learner, argument := p.argument or p.name) not in computed
        }
        for space in GRIDS
        if space.learner == learner
    }
    rows = ", ".join(f"`{name}` = {as_r_list(row)}" for name, row in written.items())
    all_formals = ", ".join(f"formals({function})" for function in functions(learner))
    asked = run_r(
        learner,
        f"every <- c({all_formals}); rows <- list({rows})\n"
        "for (grid in names(rows)) for (name in names(rows[[grid]])) cat(grid, name,"
        " isTRUE(all.equal(rows[[grid]][[name]], eval(every[[name]]))), '\\n')",
    )
    expected = [f"{name} {argument} TRUE" for name, row in written.items() for argument in row]
    assert [line.strip() for line in asked.splitlines()] == expected


def test_row_0_of_ranger_is_what_ranger_computes() -> None:
    said = run_r(
        "ranger",
        DATA + "wide <- cbind(x, x, x)\n"
        "m <- ranger::ranger(x = wide, y = y, probability = TRUE, num.threads = 1L)\n"
        "cat(m$mtry, m$min.node.size, m$splitrule, m$replace,"
        " eval(formals(ranger::ranger)$sample.fraction, list(replace = TRUE)))",
    )
    space = load("ranger").space
    row = space.effective(load("ranger").rows[0], Shape(rows=270, columns=12))
    assert said.split() == [
        str(row["mtry"]),
        str(row["min.node.size"]),
        row["splitrule"],
        "TRUE",
        "1",
    ]
    assert row["sample.fraction"] == 1.0


def test_row_0_of_ranger_ignores_the_kind_of_factors_as_ranger_does() -> None:
    said = run_r(
        "ranger",
        DATA + "x$f <- factor(rep(c('u', 'v', 'w'), length.out = 270), levels = c('w', 'u', 'v'))\n"
        "p <- function(...) ranger::ranger(x = x, y = y, probability = TRUE, num.threads = 1L,"
        " seed = 1, ...)$predictions\n"
        "cat(identical(p(), p(respect.unordered.factors = 'ignore')))",
    )
    assert said == "TRUE"
    assert load("ranger").rows[0]["respect.unordered.factors"] == "ignore"


def test_row_0_of_random_forest_is_what_random_forest_computes() -> None:
    space = load("randomForest").space
    row = space.effective(load("randomForest").rows[0], SHAPE)
    said = run_r(
        "randomForest",
        DATA + "f <- function(...) { set.seed(3); m <- randomForest::randomForest(x, y, ...)\n"
        "  list(m$mtry, m$votes, m$forest$ndbigtree) }\n"
        f"cat(identical(f(), do.call(f, {as_r_list(row)})))",
    )
    assert said == "TRUE"


def test_row_0_of_rpart_is_what_rpart_computes() -> None:
    assert run_r("rpart", "cat(rpart::rpart.control()$minbucket)") == "7"
    assert load("rpart").rows[0]["minbucket"] == 7


def test_row_0_of_partykit_takes_the_first_of_the_choices_and_no_limit() -> None:
    said = run_r(
        "partykit_ctree",
        "f <- formals(partykit::ctree_control)\n"
        "cat(eval(f$testtype)[1], eval(f$teststat)[1], eval(f$maxdepth))",
    )
    row = load("partykit_ctree").rows[0]
    assert said.split() == [row["testtype"], row["teststat"], "Inf"]
    assert row["maxdepth"] is None


def test_row_0_of_discriminant_analysis_takes_the_first_of_the_methods() -> None:
    said = run_r("MASS_lda", "cat(eval(formals(MASS:::lda.default)$method)[1])")
    assert said == load("MASS_lda").rows[0]["method"]


def test_row_0_of_the_network_has_the_size_of_mlr() -> None:
    assert load("nnet").rows[0]["size"] == 3


def test_row_0_of_glmnet_has_the_penalty_of_mlr() -> None:
    assert load("glmnet").rows[0] == {"alpha": 1.0, "lambda": 0.01}


def affordable(row: dict[str, Value]) -> dict[str, Value]:
    return {
        name: min(value, 500) if name in TREES and isinstance(value, int) else value
        for name, value in row.items()
    }


@pytest.mark.parametrize(
    # gbm warns of its multinomial distribution whatever the values.
    "space",
    [s for s in GRIDS if s.learner in FIT and s.preset != "multinomial"],
    ids=lambda space: space.name,
)
def test_the_package_takes_every_value_without_a_warning(space: Space) -> None:
    rows = [affordable(space.effective(row, SHAPE)) for row in corner_rows(space)]
    code = f"for (row in list({', '.join(map(as_r_list, rows))})) model <- {FIT[space.learner]}"
    assert run_r(space.learner, f"{DATA}{code}\ncat('done')").endswith("done")


def test_kknn_has_the_arguments_and_kernels_of_the_reference(shared: Path) -> None:
    """Probabilities made by kknn itself stand in for the package where it can't be installed."""
    with (shared / "reference" / "kknn" / "prob_sonar.csv").open(newline="") as file:
        reference = list(csv.DictReader(file))
    for space in GRIDS:
        assert space.learner != "kknn" or {p.name for p in space.parameters} <= set(reference[0])
    found = {p.name: p.distribution for p in load("kknn").space.parameters}
    kernels = found["kernel"]
    assert isinstance(kernels, CategoricalDistribution)
    assert set(kernels.choices) == {row["kernel"] for row in reference}

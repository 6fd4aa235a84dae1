"""Probabilities of the R learners against those of plain R."""

from __future__ import annotations

import subprocess
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from grids.space import Config
from r_bridge.fold import RFold, load
from r_bridge.installation import find_r
from r_bridge.model import fit, predict
from r_bridge.script import scripts
from suites.parse import EXACT

SCRIPTS = {script.name: script for script in scripts()}
COMBINATIONS = [
    ("glmnet", "sonar"),
    ("gbm", "sonar"),
    ("ranger", "sonar"),
    ("ranger", "glass"),
    ("randomForest", "sonar"),
    ("randomForest", "glass"),
]


def installed(package: str) -> None:
    """Skip where a package is missing that not every Debian has."""
    r = find_r()
    if package in ("gbm", "kknn") and r and package not in r.packages:
        pytest.skip(f"R package {package} is not installed")


def value(text: str) -> bool | int | float | str:
    if text in ("TRUE", "FALSE"):
        return text == "TRUE"
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return text


def rows(shared: Path, name: str) -> tuple[np.ndarray, np.ndarray, list[str], pd.Index, pd.Index]:
    """Features, class codes, class names, and numbers of the training and the test rows."""
    folder = shared / "reference" / "kknn"
    table = pd.read_csv(folder / f"data_{name}.csv", float_precision=EXACT)
    split = pd.read_csv(folder / f"split_{name}.csv").set_index("row0")["set"]
    classes, y = np.unique(table.pop("target").astype(str), return_inverse=True)
    train, test = split.index[split == "train"], split.index[split == "test"]
    return table.to_numpy(dtype=float), y.astype(np.int32), list(classes), train, test


def loaded(shared: Path, algorithm: str, name: str) -> tuple[RFold, list[str], pd.Index]:
    x, y, classes, train, test = rows(shared, name)
    data = load(
        SCRIPTS[algorithm],
        x_train=x[train],
        y_train=y[train],
        x_test=x[test],
        n_classes=len(classes),
        levels=(0,) * x.shape[1],
    )
    return data, classes, test


@pytest.mark.parametrize(("algorithm", "name"), COMBINATIONS)
def test_equals_plain_r_for_every_reference_configuration(
    shared: Path, algorithm: str, name: str
) -> None:
    installed(algorithm)
    folder = shared / "reference" / "r"
    configs = pd.read_csv(folder / "configs.csv").query("algo == @algorithm")
    expected = pd.read_csv(folder / f"prob_{algorithm}_{name}.csv", float_precision=EXACT)
    data, classes, test = loaded(shared, algorithm, name)
    assert len(configs) == 5
    for number, seed, text in zip(
        configs["config"], configs["seed"], configs["params"], strict=True
    ):
        config = {k: value(v) for k, v in (pair.split("=") for pair in text.split(";"))}
        prob, _ = predict(fit(data, config, int(seed)), data)
        wanted = expected[expected["config"] == number].set_index("row0").loc[test]
        np.testing.assert_allclose(
            prob, wanted[[f"p_{c}" for c in classes]], rtol=0, atol=1e-12, err_msg=text
        )


@pytest.mark.parametrize("name", ["sonar", "glass"])
def test_kknn_equals_plain_r_where_it_is_installed(shared: Path, name: str) -> None:
    """Rows with equal distances depend on the order of R's unstable sort and are left out."""
    installed("kknn")
    folder = shared / "reference" / "kknn"
    data, classes, test = loaded(shared, "kknn", name)
    expected = pd.read_csv(folder / f"prob_{name}.csv", float_precision=EXACT)
    ties = pd.read_csv(folder / f"ties_{name}.csv")
    ties = ties[(ties["tie_at_k"] == 1) | (ties["tie_within"] == 1)]
    keys = ["scale", "k", "distance", "kernel"]
    compared = 0
    for scale, k, distance, kernel in expected[keys].drop_duplicates().itertuples(index=False):
        config: dict[str, bool | int | float | str | None] = {
            "scale": bool(scale),
            "k": int(k),
            "distance": float(distance),
            "kernel": str(kernel),
        }
        prob, _ = predict(fit(data, config, 1), data)
        same = "scale == @scale and k == @k and distance == @distance"
        clear = ~test.isin(ties.query(same)["row0"])
        wanted = expected.query(f"{same} and kernel == @kernel").set_index("row0")
        np.testing.assert_allclose(
            prob[clear],
            wanted.loc[test[clear], [f"p_{c}" for c in classes]],
            rtol=0,
            atol=1e-9,
            err_msg=str(config),
        )
        compared += clear.sum()
    assert compared > 0.85 * len(expected)


PLAIN = r"""
d <- read.csv("train.csv", colClasses = c(f0002 = "character", y = "character"))
t <- read.csv("test.csv", colClasses = c(f0002 = "character"))
level <- sprintf("l%04d", 1:3)
d$f0002 <- factor(d$f0002, level); t$f0002 <- factor(t$f0002, level); d$y <- factor(d$y)
x <- d[c("f0001", "f0002")]
out <- function(name, p) {
  p <- p[, levels(d$y)]
  write.table(format(p, digits = 17), paste0(name, ".txt"), quote = FALSE, row.names = FALSE,
              col.names = FALSE)
}
set.seed(99)
m <- ranger::ranger(x = x, y = d$y, probability = TRUE, num.trees = 20, num.threads = 1)
out("ranger", predict(m, t, num.threads = 1)$predictions)
set.seed(99)
out("randomForest", predict(randomForest::randomForest(x, d$y, ntree = 20), t, type = "prob"))
set.seed(99)
m <- rpart::rpart(y ~ ., d, method = "class", control = rpart::rpart.control(minsplit = 5))
out("rpart", predict(m, t, type = "prob"))
set.seed(99)
z <- function(d) as.matrix(d["f0001"])
m <- e1071::svm(z(d), d$y, cost = 2, probability = TRUE)
out("e1071_svm", attr(predict(m, z(t), probability = TRUE), "probabilities"))
set.seed(99)
m <- kernlab::ksvm(z(d), d$y, type = "C-svc", C = 2, prob.model = TRUE)
out("kernlab_ksvm", kernlab::predict(m, z(t), type = "probabilities", coupler = "pkpd"))
set.seed(99)
m <- nnet::nnet(y ~ ., d[c("f0001", "y")], size = 4, trace = FALSE)
out("nnet", predict(m, t["f0001"], type = "raw"))
m <- partykit::ctree(y ~ ., d, control = partykit::ctree_control(alpha = 0.2))
out("partykit_ctree", predict(m, t, type = "prob"))
m <- MASS::lda(z(d), d$y, method = "mle")
out("MASS_lda", predict(m, z(t))$posterior)
"""


def table(x: np.ndarray) -> pd.DataFrame:
    levels = [f"l{int(code) + 1:04d}" for code in x[:, 1]]
    return pd.DataFrame({"f0001": [repr(float(v)) for v in x[:, 0]], "f0002": levels})


def test_equals_a_plain_rscript_run_with_the_same_seed(tmp_path: Path) -> None:
    rng = np.random.RandomState(5)
    y = np.repeat(np.arange(3, dtype=np.int32), 20)
    x = np.column_stack([rng.normal(y, 1.0), rng.randint(0, 3, size=60)])
    test = np.column_stack([rng.normal(1.0, 1.0, size=25), rng.randint(0, 3, size=25)])
    train = table(x).assign(y=[f"c{code + 1:04d}" for code in y])
    train.to_csv(tmp_path / "train.csv", index=False)
    table(test).to_csv(tmp_path / "test.csv", index=False)
    subprocess.run(
        ["Rscript", "--vanilla", "-e", PLAIN], check=True, cwd=tmp_path, capture_output=True
    )
    configs: dict[str, Config] = {
        "ranger": {"num.trees": 20},
        "randomForest": {"ntree": 20},
        "rpart": {"minsplit": 5},
        "e1071_svm": {"cost": 2},
        "kernlab_ksvm": {"C": 2},
        "nnet": {"size": 4},
        "partykit_ctree": {"alpha": 0.2},
        "MASS_lda": {"method": "mle"},
    }
    for name, config in configs.items():
        script = SCRIPTS[name]
        used = 1 if script.data == "matrix" or name == "nnet" else 2
        data = load(
            script,
            x_train=x[:, :used],
            y_train=y,
            x_test=test[:, :used],
            n_classes=3,
            levels=(0, 3)[:used],
        )
        prob, _ = predict(fit(data, config, 99), data)
        plain = np.loadtxt(tmp_path / f"{name}.txt")
        np.testing.assert_array_equal(prob, plain, err_msg=name)

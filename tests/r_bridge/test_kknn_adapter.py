"""The adapter of kknn against a stand-in with kknn's interface, since Debian has no kknn.

The stand-in counts neighbours without weights, which is kknn with ``kernel = "rectangular"`` and
``scale = FALSE`` where no distances tie. Where kknn itself is installed, ``test_reference`` and
the tests of all R learners use that.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

STAND_IN = r"""
kknn <- function(formula, train, test, na.action = na.omit(), k = 7, distance = 2,
                 kernel = "optimal", ykernel = NULL, scale = TRUE) {
  stopifnot(kernel == "rectangular", identical(scale, FALSE))
  y <- model.response(model.frame(formula, train))
  x <- train[names(train) != all.vars(formula)[1L]]
  prob <- t(vapply(seq_len(nrow(test)), function(i) {
    d <- rowSums(abs(sweep(as.matrix(x), 2L, as.numeric(test[i, ])))^distance)
    as.vector(table(y[order(d)[seq_len(k)]])) / k
  }, numeric(nlevels(y))))
  last <- factor(levels(y)[max.col(prob, "last")], levels(y))
  list(fitted.values = last, prob = structure(prob, dimnames = list(NULL, levels(y))))
}
"""
USE = """
import numpy as np
from runners.availability import availability
from runners.fold import Fold
from runners.r_learner import r_learners
kknn = next(learner for learner in r_learners() if learner.name == "kknn")
assert availability(kknn).version == "0.0.1", availability(kknn)
x, y, test = (np.load(f"{name}.npy") for name in ("x", "y", "test"))
data = kknn.load(Fold(x, y, test, 3, (0, 0)))
config = {"k": K, "distance": 1.0, "kernel": "rectangular", "scale": False}
answer = kknn.predict(kknn.fit(data, config, 1), data)
np.save("prob.npy", answer.prob)
np.save("labels.npy", answer.labels)
try:
    kknn.fit(data, config | {"k": len(y) - 1}, 1)
except Exception as error:
    print(type(error).__name__, error)
"""


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    source = tmp_path_factory.mktemp("source") / "kknn"
    (source / "R").mkdir(parents=True)
    (source / "R" / "kknn.R").write_text(STAND_IN)
    (source / "NAMESPACE").write_text(
        "export(kknn)\nimportFrom(stats, model.frame, model.response, na.omit)\n"
    )
    (source / "DESCRIPTION").write_text(
        "Package: kknn\nVersion: 0.0.1\nTitle: Stand-In\nDescription: Test.\nLicense: MIT\n"
        "Author: frostgrid\nMaintainer: frostgrid <none@example.org>\n"
    )
    target = tmp_path_factory.mktemp("library")
    command = ["R", "CMD", "INSTALL", "--no-docs", f"--library={target}", str(source)]
    subprocess.run(command, check=True, capture_output=True)
    return target


@pytest.mark.parametrize("k", [1, 4])
def test_neighbours_are_those_of_a_brute_force_search(
    library: Path, tmp_path: Path, k: int
) -> None:
    rng = np.random.RandomState(4)
    x, test = rng.normal(size=(30, 2)), rng.normal(size=(9, 2))
    y = rng.permutation(np.repeat(np.arange(3, dtype=np.int32), 10))
    for name, array in (("x", x), ("y", y), ("test", test)):
        np.save(tmp_path / f"{name}.npy", array)
    done = subprocess.run(
        [sys.executable, "-c", USE.replace("K,", f"{k},")],
        check=True,
        cwd=tmp_path,
        env={**os.environ, "R_LIBS": str(library)},
        capture_output=True,
        text=True,
    )
    nearest = np.abs(test[:, None] - x[None]).sum(axis=2).argsort(axis=1)[:, :k]
    expected = np.array([np.bincount(y[row], minlength=3) / k for row in nearest])
    np.testing.assert_allclose(np.load(tmp_path / "prob.npy"), expected, atol=1e-12)
    # The stand-in breaks ties by the last class, where the most probable would be the first.
    last = 2 - expected[:, ::-1].argmax(axis=1)
    np.testing.assert_array_equal(np.load(tmp_path / "labels.npy"), last)
    assert done.stdout.startswith("NotApplicableError too_few_rows: kknn needs more than k + 1")


TWIN = """
import numpy as np
from grids.registry import twins
from grids.space import Shape
from runners.fold import Fold
from runners.registry import learners
x, y, test = (np.load(f"{name}.npy") for name in ("x", "y", "test"))
twin = twins()["kknn~python_kknn"]
asked = {"k": 4, "distance": 1.0, "kernel": "rectangular", "scale": False}
for side in twin.sides.values():
    learner = learners()[side]
    data = learner.load(Fold(x, y, test, 3, (0, 0)))
    model = learner.fit(data, twin.configuration(side, asked, Shape(30, 2)), 1)
    np.save(f"{side}.npy", learner.predict(model, data).prob)
"""


def test_our_own_neighbours_are_those_of_the_twin(library: Path, tmp_path: Path) -> None:
    rng = np.random.RandomState(5)
    x, test = rng.normal(size=(30, 2)), rng.normal(size=(9, 2))
    y = rng.permutation(np.repeat(np.arange(3, dtype=np.int32), 10))
    for name, array in (("x", x), ("y", y), ("test", test)):
        np.save(tmp_path / f"{name}.npy", array)
    environment = {**os.environ, "R_LIBS": str(library)}
    command = [sys.executable, "-c", TWIN]
    subprocess.run(command, check=True, cwd=tmp_path, env=environment, capture_output=True)
    sides = [np.load(tmp_path / f"{side}.npy") for side in ("kknn", "python_kknn")]
    np.testing.assert_allclose(sides[0], sides[1], atol=1e-12)

"""A tree and a forest on every file of the reference data, through the way that runs take."""

from __future__ import annotations

from pathlib import Path

import pytest

from runners.evaluate import evaluate
from runners.evaluation import Status
from runners.prepare import prepare
from runners.preprocessing import Preprocessing
from runners.registry import learners
from splits.frozen import frozen_split
from suites.dataset import Dataset
from suites.registry import load, suite

FEW = ("balance-scale", "credit-approval", "eucalyptus", "dresses-sales", "vowel", "wdbc")
"""With missing cells, categories of many levels, two classes and eleven."""

CONFIGS = {"sklearn_decision_tree": {}, "sklearn_random_forest": {"n_estimators": 10}}


def learn(dataset: Dataset) -> None:
    split = frozen_split(dataset, "bootstrap", 0)
    for name, config in CONFIGS.items():
        learner = learners()[name]
        preprocessing = Preprocessing.parse(str(learner.preprocessing))
        prepared = prepare(dataset, split.train, split.test, preprocessing)
        found = evaluate("00" * 32, learner, prepared, learner.load(prepared.fold), config)
        assert found.status is Status.OK, (dataset.name, name, found.reason)
        assert found.scores is not None
        assert found.scores.auc is not None
        assert found.scores.accuracy > 0
        assert found.n_train == dataset.n_rows


def test_six_sets_of_cc18_are_read_and_learnt(shared: Path) -> None:
    found = suite(str(shared / "data" / "cc18"))
    assert len(found.datasets) == 62
    for name in FEW:
        learn(load(found, name))


@pytest.mark.slow
@pytest.mark.parametrize(("folder", "count"), [("cc18", 62), ("al26", 26)])
def test_every_set_of_the_reference_data_is_read_and_learnt(
    shared: Path, folder: str, count: int
) -> None:
    found = suite(str(shared / "data" / folder))
    assert len(found.datasets) == count
    for name in found.datasets:
        learn(load(found, name))

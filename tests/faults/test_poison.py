"""Bad data and bad configurations among good ones: each is told apart, and the good ones finish."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from frostgrid.base.errors import FrostgridError
from grids.space import Config
from runners.batches import Batch
from runners.experiments.grid import Request, plan_grid
from runners.plan import Limits
from suites.reference import Reference
from tests.faults.acts import Watched
from tests.faults.figures import figures
from tests.faults.poison import BAD_CONFIGS, BAD_FILES, BAD_FOR, batch

IRIS = Reference("catalogue", "iris")


@pytest.mark.parametrize("name", BAD_FILES)
def test_a_bad_dataset_is_refused_by_one_line_when_it_is_planned(tmp_path: Path, name: str) -> None:
    content, word = BAD_FILES[name]
    (tmp_path / name).write_bytes(content)
    request = Request(
        suite=str(tmp_path / name),
        target=None,
        datasets=(),
        learners=("sklearn_dummy",),
        rows=(0,),
        splits=(0,),
        protocol="bootstrap",
    )
    with pytest.raises(FrostgridError, match=re.escape(word)) as caught:
        plan_grid(request)
    assert "\n" not in str(caught.value)
    assert name.partition(".")[0] in str(caught.value)
    found = figures("bad datasets, refused when planned")
    found.tries += 1


def good(splits: int) -> list[Batch]:
    configs: list[Config] = [{"max_depth": depth} for depth in range(1, 11)]
    return [batch(IRIS, "sklearn_decision_tree", configs, split) for split in range(splits)]


@pytest.mark.parametrize(
    ("splits", "bad"),
    [
        (2, [c for c in BAD_CONFIGS if c[0] == "sklearn_decision_tree"]),
        pytest.param(20, BAD_CONFIGS, marks=pytest.mark.slow),
    ],
    ids=["some", "all"],
)
def test_good_evaluations_finish_among_bad_ones(
    tmp_path: Path, splits: int, bad: list[tuple[str, Config, str, str]]
) -> None:
    found = figures("bad configurations and unsuitable data among good evaluations")
    poisoned = [(batch(IRIS, name, [config]), status, word) for name, config, status, word in bad]
    if splits == 20:
        for name, content, learner, word in BAD_FOR:
            (path := tmp_path / f"{name}.csv").write_bytes(content)
            poisoned.append(
                (batch(Reference("file", name, str(path)), learner, [{}]), "not_applicable", word)
            )
    fine = good(splits)
    mixed = [one for pair in zip(poisoned, fine, strict=False) for one in (pair[0][0], pair[1])]
    mixed += [one for one, _, _ in poisoned[len(fine) :]] + fine[len(poisoned) :]
    run = Watched(tmp_path, mixed, Limits(15.0, 1_000_000_000))
    by_key = {evaluation.key: evaluation for evaluation in run.evaluations}
    assert len(by_key) == len(run.evaluations) == len(poisoned) + 10 * splits
    for one in fine:
        assert all(by_key[item.key].status == "ok" for item in one.items)
    for one, status, word in poisoned:
        ended = by_key[one.items[0].key]
        assert (ended.status, re.search(word, ended.reason) is not None) == (status, True), ended
    found.tries += len(poisoned)
    found.orphans += run.left()
    found.notes["good ones finished"] = f"{10 * splits} of {10 * splits}"
    assert found.orphans == 0

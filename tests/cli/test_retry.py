"""``frostgrid retry``: which evaluations it runs again, and what it says."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from frostgrid.cli.main import main
from runners.batches import batches
from runners.directory import RESULTS
from runners.evaluation import Evaluation, Status
from runners.exceeded import limit_met, longer_than, more_than
from runners.store.store import Store
from runners.tasks import grids_of
from tests.merge.synthetic import plan, run, success

TREE, KNN = (learner.name for learner in plan().learners)
Cells = Counter[tuple[str, Status]]


@pytest.fixture(scope="module")
def keys(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[str]]:
    """Keys of the plan by learner."""
    found: dict[str, list[str]] = {}
    path = tmp_path_factory.mktemp("keys") / RESULTS
    with closing(Store(path, write=True)) as store:
        for batch in batches(plan(), grids_of(plan()), store):
            found.setdefault(batch.task.learner, []).extend(item.key for item in batch.items)
    return found


@pytest.fixture
def failed(keys: dict[str, list[str]], tmp_path: Path) -> Path:
    """A run with three timeouts of one learner; of the other two, an error, and a row to come."""
    outcomes = {key: success(key) for key in (*keys[KNN], *keys[TREE])}
    for key in (*keys[KNN][:3], *keys[TREE][:2]):
        outcomes[key] = Evaluation(key, Status.TIMEOUT, longer_than(60.0))
    outcomes[keys[TREE][2]] = Evaluation(keys[TREE][2], Status.ERROR, "it broke")
    del outcomes[keys[TREE][3]]
    return run(tmp_path / "a run", {key: (one, 1, 5.0) for key, one in outcomes.items()})


def cells(directory: Path) -> Cells:
    with closing(Store(directory / RESULTS)) as store:
        return Counter(store.counts())


@pytest.fixture
def retried(failed: Path, capsys: pytest.CaptureFixture[str]) -> Iterator[tuple[Path, Cells, str]]:
    before = cells(failed)
    arguments = ["--status", "timeout", "--learners", KNN, "--workers", "1"]
    assert main(["retry", str(failed), *arguments]) == 3
    yield failed, before, capsys.readouterr().out


def test_rows_of_the_learners_named_are_run_again_and_no_others(
    retried: tuple[Path, Cells, str],
) -> None:
    directory, before, said = retried
    after = cells(directory)
    assert before[KNN, Status.TIMEOUT] == 3
    assert after[KNN, Status.TIMEOUT] == 0
    assert {cell: n for cell, n in after.items() if cell[0] == TREE} == {
        cell: n for cell, n in before.items() if cell[0] == TREE
    }
    assert "3 to run on 1 worker." in said
    assert "Stored 3 evaluations in" in said


def test_the_progress_of_a_retry_ends_with_the_failures_that_the_run_still_has(
    retried: tuple[Path, Cells, str],
) -> None:
    """Two timeouts and an error of the other learner; the three that ended well are none."""
    _, before, said = retried
    done = sum(before.values())
    (line,) = re.findall(rf"^{done} of {done} evaluations, .*$", said, re.MULTILINE)
    assert line.endswith(", 3 failed")


def test_what_is_left_to_do_for_others_is_no_reason_to_work(
    failed: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = ["--status", "crash", "--learners", KNN, "--datasets", "iris"]
    assert main(["retry", str(failed), *arguments]) == 3
    said = capsys.readouterr().out
    done = sum(cells(failed).values())
    assert (
        f"Nothing to do for these datasets and learners: {done} of {done + 1} evaluations" in said
    )


@pytest.mark.parametrize(
    ("option", "name", "said"),
    [
        ("--learners", "sklearn_kn", "no learner of this run is named 'sklearn_kn'; did you mean"),
        ("--learners", "ranger", "no learner of this run is named 'ranger'; known: sklearn_"),
        ("--datasets", "irsi", "no dataset of this run is named 'irsi'; did you mean iris?"),
        ("--datasets", "", "--datasets is empty"),
    ],
)
def test_a_name_that_the_run_does_not_have_is_one_line(
    failed: Path, capsys: pytest.CaptureFixture[str], option: str, name: str, said: str
) -> None:
    assert main(["retry", str(failed), "--status", "timeout", option, name]) == 1
    error = capsys.readouterr().err
    assert said in error
    assert error.count("\n") == 1


@pytest.mark.parametrize(
    ("reasons", "advice"),
    [
        ({Status.TIMEOUT: ["the clock stopped"]}, "timeout --time-limit 2m"),
        ({Status.TIMEOUT: [longer_than(60.0)]}, "timeout --time-limit 2m"),
        ({Status.TIMEOUT: [longer_than(120.0)]}, "timeout --time-limit 4m"),
        (
            {
                Status.TIMEOUT: [
                    longer_than(60.0),
                    f"{longer_than(240.0)}, while its data was prepared",
                    longer_than(120.0),
                ]
            },
            "timeout --time-limit 8m",
        ),
        ({Status.MEMORY: ["C++ could not get memory and aborted"]}, "memory --memory-limit 8GB"),
        (
            {Status.MEMORY: [more_than(8_000_000_000), "the kernel killed it for want of memory"]},
            "memory --memory-limit 16GB",
        ),
        (
            {Status.MEMORY: [more_than(500_000_000)], Status.TIMEOUT: [longer_than(1.5)]},
            "memory timeout --time-limit 3s --memory-limit 1GB",
        ),
    ],
)
def test_the_advice_doubles_the_largest_limit_that_failed_rows_ran_under(
    keys: dict[str, list[str]],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    reasons: dict[Status, list[str]],
    advice: str,
) -> None:
    left = iter(keys[KNN])
    outcomes = [
        Evaluation(next(left), status, reason)
        for status, texts in reasons.items()
        for reason in texts
    ]
    directory = run(tmp_path / "a run", {one.key: (one, 1, 5.0) for one in outcomes})
    assert main(["status", str(directory)]) == 0
    said = capsys.readouterr().out
    (line,) = (line for line in said.splitlines() if line.startswith("Try them again: "))
    assert line.endswith(f" retry '{directory}' --status {advice}")


@pytest.mark.parametrize("seconds", [0.5, 60.0, 86_400.0, 2_000_000.0])
def test_a_time_limit_is_read_from_the_reason_that_names_it(seconds: float) -> None:
    assert limit_met(Status.TIMEOUT, longer_than(seconds)) == seconds
    assert limit_met(Status.ERROR, longer_than(seconds)) is None


@pytest.mark.parametrize("memory", [200_000_000, 4_000_000_000, 123_456_000_000])
def test_a_memory_limit_is_read_from_the_reason_that_names_it(memory: int) -> None:
    assert limit_met(Status.MEMORY, more_than(memory)) == memory

"""A merged plan holds what any of the runs planned, and nothing else."""

from __future__ import annotations

from contextlib import closing
from dataclasses import replace
from functools import cache
from itertools import permutations
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from frostgrid.base.errors import FrostgridError
from frostgrid.cli.main import main
from grids.frozen import load
from grids.space import Shape
from runners.batches import batches
from runners.directory import PLAN, RESULTS
from runners.experiments.grid import Request, counted, plan_grid
from runners.merge.merge import merge
from runners.merge.plans import union
from runners.plan import Plan, PlannedLearner, read_plan, write_plan
from runners.registry import learners
from runners.run import create
from runners.status import report
from runners.store.store import Store
from runners.tasks import grids_of, tasks
from tests.merge.synthetic import LIMITS, contents, plan, run, success

TWIN = "rpart~sklearn_decision_tree"
Place = tuple[str, int, str, str, int]
"""Dataset, split, learner, grid and row."""


def side(name: str) -> PlannedLearner:
    """A learner as a side of ``TWIN``; no R is needed to plan it."""
    grid = f"frostgrid/{TWIN}"
    return PlannedLearner(
        name, learners()[name].version, "impute-onehot-none", grid, load(grid).sha256
    )


@cache
def whole() -> Plan:
    """Two plain learners and both sides of a twin, on two datasets."""
    other = plan_grid(
        Request("demo", None, ("hepatitis",), ("sklearn_knn",), (0,), (0, 1, 2), "bootstrap")
    )
    return replace(
        plan(),
        datasets=(*plan().datasets, *other.datasets),
        learners=(*plan().learners, side("rpart"), side("sklearn_decision_tree")),
    )


def some_of(learners: set[int], datasets: set[int], splits: set[int], rows: set[int]) -> Plan:
    base = whole()
    found = replace(
        base,
        learners=tuple(base.learners[i] for i in sorted(learners)),
        datasets=tuple(
            replace(
                base.datasets[i], splits=tuple(base.datasets[i].splits[j] for j in sorted(splits))
            )
            for i in sorted(datasets)
        ),
        rows=tuple(sorted(rows)),
    )
    return counted(found, grids_of(found))


def positions(count: int) -> st.SearchStrategy[set[int]]:
    return st.sets(st.integers(0, count - 1), min_size=1)


asked = st.builds(some_of, positions(4), positions(2), positions(3), positions(4))


def places(found: Plan) -> set[Place]:
    """What is planned, one by one."""
    grids = grids_of(found)
    return {
        (dataset.name, split.index, learner.name, learner.grid, row)
        for product in found.products()
        for dataset in product.datasets
        for split in dataset.splits
        for learner, rows in product.rows.items()
        for row in rows
        if grids[learner.grid].configuration(
            learner.name, row, Shape(split.n_train, dataset.n_columns)
        )
        is not None
    }


def keys(found: Plan) -> list[str]:
    with TemporaryDirectory() as folder, closing(Store(Path(folder, RESULTS), write=True)) as store:
        store.db.execute("PRAGMA synchronous = OFF")
        return [item.key for b in batches(found, grids_of(found), store) for item in b.items]


@given(st.lists(asked, min_size=2, max_size=3))
@settings(max_examples=12, deadline=None, suppress_health_check=list(HealthCheck))
def test_a_union_plans_and_counts_exactly_what_any_of_its_parts_does(plans: list[Plan]) -> None:
    joined = union({str(number): one for number, one in enumerate(plans)})
    found = counted(joined, grids_of(joined))
    assert places(found) == set().union(*map(places, plans))
    assert found.evaluations == len(places(found))
    made = keys(found)
    assert len(made) == len(set(made)) == found.effective
    assert set(made) == set().union(*map(keys, plans))
    assert {(task.dataset, task.split, task.learner) for task, *_ in tasks(found)} == {
        place[:3] for place in places(found)
    }


@given(st.lists(asked, min_size=3, max_size=3))
@settings(max_examples=20, deadline=None, suppress_health_check=list(HealthCheck))
def test_no_order_no_grouping_and_no_repetition_changes_a_union(plans: list[Plan]) -> None:
    a, b, c = plans
    at_once = union({"a": a, "b": b, "c": c})
    for order in permutations(plans):
        assert union(dict(zip("abc", order, strict=True))) == at_once
    ab, bc = union({"a": a, "b": b}), union({"b": b, "c": c})
    assert union({"ab": ab, "c": c}) == union({"a": a, "bc": bc}) == at_once
    assert union({"once": at_once, "a": a}) == at_once


@given(st.lists(asked, min_size=2, max_size=2))
@settings(max_examples=10, deadline=None, suppress_health_check=list(HealthCheck))
def test_a_union_is_read_as_it_was_written(plans: list[Plan]) -> None:
    joined = union(dict(zip("ab", plans, strict=True)))
    with TemporaryDirectory() as folder:
        write_plan(joined, LIMITS, Path(folder, PLAN))
        assert read_plan(Path(folder, PLAN)) == (joined, LIMITS)


def test_runs_that_together_are_a_whole_are_planned_as_one() -> None:
    halves = [some_of({0, 1}, {0, 1}, {0, 1, 2}, rows) for rows in ({0, 1}, {2, 3})]
    assert union(dict(zip("ab", halves, strict=True))) == replace(
        some_of({0, 1}, {0, 1}, {0, 1, 2}, {0, 1, 2, 3}), evaluations=0, effective=0
    )


def test_twins_and_a_plain_run_merge_to_both_of_them_and_not_to_their_product(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    twins = replace(some_of({2, 3}, {0}, {0, 1}, {0, 1}), keep_predictions=True)
    plain = replace(some_of({0, 1}, {0, 1}, {0, 1, 2}, {0, 1, 2}), keep_predictions=True)
    sources = [tmp_path / name for name in ("twins", "plain")]
    for directory, planned in zip(sources, (twins, plain), strict=True):
        run(directory, {key: (success(key), 1, 1.0) for key in keys(planned)}, planned)
    out = tmp_path / "out"
    code = main(["merge", *map(str, sources), "--out", str(out)])
    said = capsys.readouterr().out
    assert code == 0
    assert "is made by" not in said
    found = report(out)
    both = contents(sources[0]).keys() | contents(sources[1]).keys()
    assert contents(out).keys() == both
    assert found.stored == found.effective == len(both)
    assert found.evaluations == len(places(twins) | places(plain))
    assert found.evaluations == twins.evaluations + plain.evaluations
    assert main(["mend", str(out)]) == 0
    assert "Nothing to mend" in capsys.readouterr().out
    assert main(["resume", str(out)]) == 0
    there = f"{len(both)} of {len(both)} evaluations done"
    assert f"Nothing to do: {there}" in capsys.readouterr().out


def test_a_merge_into_a_run_of_the_same_names_but_other_parts_says_where_they_differ(
    tmp_path: Path,
) -> None:
    one, two = some_of({0}, {0}, {0, 1}, {0, 1}), some_of({1}, {0}, {0, 1}, {2})
    other = some_of({1}, {0}, {0}, {0, 1, 2})
    for name, planned in (("one", one), ("two", two), ("other", other)):
        create(tmp_path / name, planned, LIMITS)
    out = tmp_path / "out"
    merge([tmp_path / "one", tmp_path / "two"], out, lambda _: None)
    with pytest.raises(FrostgridError, match="holds another run") as error:
        merge([tmp_path / "one", tmp_path / "two", tmp_path / "other"], out, lambda _: None)
    assert "rows of sklearn_knn on split 0 of iris, and maybe others: 2 stored, 0-2 asked" in str(
        error.value
    )

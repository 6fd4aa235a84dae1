"""What is handed out: everything once, what came back first, and deadly evaluations no more."""

from __future__ import annotations

from collections.abc import Iterator

from hypothesis import given
from hypothesis import strategies as st

from runners.batches import Batch, Item
from runners.cluster.backlog import DEATHS, Backlog
from runners.cluster.member import Member, Members
from runners.evaluation import Task

TASK = Task("d", "0" * 64, "bootstrap", 0, "1" * 64, "learner", 1, "impute", "all", 9, 2)


def batch(*keys: str) -> Batch:
    return Batch(TASK, 1, {}, tuple(Item(key, 1, {}) for key in keys))


def keys(found: Backlog) -> Iterator[list[str]]:
    while found:
        yield [item.key for item in found.take().items]


def test_what_came_back_is_next_in_its_order() -> None:
    backlog = Backlog(iter([batch("a"), batch("b"), batch("c")]))
    assert backlog
    backlog.put_back([backlog.take(), batch("y")])
    assert list(keys(backlog)) == [["a"], ["y"], ["b"], ["c"]]


def test_a_batch_that_killed_a_worker_comes_again_in_single_evaluations() -> None:
    backlog = Backlog(iter([]))
    assert backlog.accuse(batch("a", "b")) == []
    assert backlog
    again = backlog.take()
    assert [(item.key, item.attempt) for item in again.items] == [("a", 2)]
    assert list(keys(backlog)) == [["b"]]


@given(deadly=st.sets(st.sampled_from("abcdef")))
def test_only_the_deadly_evaluations_are_given_up(deadly: set[str]) -> None:
    backlog = Backlog(iter([batch("a", "b", "c"), batch("d", "e", "f")]))
    done: list[str] = []
    given_up: list[str] = []
    deaths = 0
    while backlog:
        found = backlog.take()
        if deadly.isdisjoint(item.key for item in found.items):
            done += [item.key for item in found.items]
        else:
            deaths += 1
            given_up += [item.key for item in backlog.accuse(found)]
    assert set(given_up) == deadly
    assert sorted(done + given_up) == list("abcdef")
    assert deaths <= DEATHS * len(deadly)


def test_a_worker_runs_what_came_first_and_the_rest_waits() -> None:
    members = Members()
    one, two = (Member(name, i, 2, {}, lambda _: None) for i, name in enumerate(("one", "two")))
    members.add(one)
    members.add(two)
    for key in "abc":
        members.give(one, key, batch(key))
    members.give(two, "d", batch("d"))
    assert members.emptiest() is two
    assert members.fullest() is one
    assert [found.items[0].key for found in one.running] == ["a", "b"]
    assert [found.items[0].key for found in one.waiting] == ["c"]
    taken = members.take("a")
    assert taken is not None
    assert taken[0] is one
    assert members.take("a") is None
    assert members.remove(one) == ["b", "c"]
    assert members.take("b") is None
    assert members.busy

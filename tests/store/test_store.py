"""The results store: a model-based test, the invariants, and what readers see."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st

from frostgrid.base.errors import FrostgridError
from runners.evaluation import Evaluation, Scores, Status, Task
from runners.store.row import ROW, Record, is_whole, pack, unpack
from runners.store.store import NoResultsYetError, Store

TASK = Task(
    dataset="iris",
    dataset_digest="d" * 64,
    protocol="bootstrap",
    split=3,
    split_digest="s" * 64,
    learner="ranger",
    adapter=1,
    preprocessing="impute-native-none",
    subset="all",
    n_train=150,
    n_columns=4,
)
SCORES = Scores(
    accuracy=0.75,
    accuracy_argmax=0.75,
    auc=0.8,
    auc_ovr=0.8,
    auc_classes=2,
    log_loss=0.4,
    brier=0.3,
    balanced_accuracy=0.7,
    f1_macro=0.7,
    f1_weighted=0.7,
    confusion=(3, 1, 0, 0),
)


def ok(key: str, auc: float = 0.8) -> Evaluation:
    scores = Scores(**{name: getattr(SCORES, name) for name in Scores.__slots__} | {"auc": auc})
    return Evaluation(
        key,
        Status.OK,
        scores=scores,
        n_train=150,
        n_test=4,
        fit_seconds=0.1,
        predict_seconds=0.01,
        cpu_seconds=0.1,
        peak_memory=1 << 20,
    )


def record(store: Store, evaluation: Evaluation, config: int, attempt: int = 1) -> Record:
    with store.transaction():
        return Record(
            evaluation=evaluation,
            task=store.task(TASK),
            config=store.config("ranger", {"mtry": config}),
            environment=store.environment({"python": "3"}),
            machine=store.machine({"cores": 2}),
            worker=0,
            attempt=attempt,
        )


def key(number: int) -> str:
    return TASK.key({"mtry": number})


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    found = Store(tmp_path / "results.sqlite", write=True)
    yield found
    found.close()


outcomes = st.lists(
    st.tuples(
        st.integers(0, 5),
        st.sampled_from([Status.OK, Status.TIMEOUT, Status.ERROR]),
        st.floats(0, 1),
    ),
    max_size=12,
)


@given(outcomes)
def test_an_ok_row_never_changes_and_anything_else_gives_way_to_what_comes_later(
    recorded: list[tuple[int, Status, float]],
) -> None:
    model: dict[int, tuple[Status, float]] = {}
    with TemporaryDirectory() as folder:
        store = Store(Path(folder, "results.sqlite"), write=True)
        store.db.execute("PRAGMA synchronous = OFF")  # this law is not about power cuts
        for number, status, auc in recorded:
            evaluation = (
                ok(key(number), auc)
                if status is Status.OK
                else Evaluation(key(number), status, reason="why")
            )
            store.record([record(store, evaluation, number)])
            if model.get(number, (None,))[0] is not Status.OK:
                model[number] = status, auc
        rows = store.db.execute(
            "SELECT json_extract(json, '$.mtry'), status, auc FROM evaluation"
            " JOIN config ON config.id = evaluation.config"
        ).fetchall()
        store.close()
    expected = {n: (s, a if s is Status.OK else None) for n, (s, a) in model.items()}
    assert {number: (status, auc) for number, status, auc in rows} == expected


shares = st.floats(0, 1) | st.sampled_from([-0.0, 5e-324, 1 / 3])
texts = st.text(st.characters(exclude_categories=["Cs"]), min_size=1)


@given(st.data())
def test_whatever_was_measured_is_whole_when_it_is_read_again(data: st.DataObject) -> None:
    """A perfect log-loss was -0.0, which SQLite keeps as 0.0: verify took that for damage."""
    evaluation = replace(
        ok(key(1)),
        scores=replace(SCORES, auc=data.draw(shares), log_loss=data.draw(shares)),
        fit_seconds=data.draw(shares),
        load=data.draw(shares),
        peak_memory=data.draw(st.none() | st.integers(1, 2**63 - 1)),
        message=data.draw(texts),
    )
    failed = Evaluation(key(2), Status.ERROR, reason=data.draw(texts))
    with TemporaryDirectory() as folder:
        store = Store(Path(folder, "results.sqlite"), write=True)
        store.db.execute("PRAGMA synchronous = OFF")  # this law is not about power cuts
        store.record([record(store, evaluation, 1), record(store, failed, 2)])
        rows = list(store.select(f"SELECT {', '.join(ROW)} FROM evaluation"))
        store.close()
    assert [is_whole(dict(zip(ROW, row, strict=True))) for row in rows] == [True, True]


def test_a_task_or_config_seen_twice_keeps_its_number(store: Store) -> None:
    assert store.task(TASK) == store.task(TASK)
    assert store.config("ranger", {"a": 1, "b": 2}) == store.config("ranger", {"b": 2, "a": 1})
    assert store.config("ranger", {"a": 1}) != store.config("glmnet", {"a": 1})
    assert store.config("ranger", {"a": 1}) != store.config("ranger", {"a": True})


def test_a_batch_with_one_bad_row_stores_nothing(store: Store) -> None:
    good = record(store, ok(key(1)), 1)
    bad = record(store, ok(key(2), auc=1.5), 2)
    with pytest.raises(FrostgridError, match="CHECK"):
        store.record([good, bad])
    assert store.counts() == {}
    store.record([good])
    assert store.counts() == {("ranger", Status.OK): 1}


@pytest.mark.parametrize(
    "change",
    [
        "status = 'fine'",
        "status = 'timeout'",  # with scores, without a reason
        "accuracy = NULL",
        "reason = 'odd'",
        "auc = NULL",  # without saying why
        "fit_seconds = -1",
        "key = x'00'",
        "auc = 'high'",
    ],
)
def test_nonsense_cannot_be_stored(store: Store, change: str) -> None:
    store.record([record(store, ok(key(1)), 1)])
    with pytest.raises(sqlite3.IntegrityError):
        store.db.execute(f"UPDATE evaluation SET {change}")


def test_a_reader_sees_what_is_committed_while_the_store_is_written(store: Store) -> None:
    store.record([record(store, ok(key(1)), 1)])
    reader = Store(store.path)
    with store.transaction():
        store.config("ranger", {"mtry": 99})
        assert reader.counts() == {("ranger", Status.OK): 1}
    store.record([record(store, ok(key(2)), 2)])
    assert reader.counts() == {("ranger", Status.OK): 2}
    with pytest.raises(sqlite3.OperationalError, match="readonly"):
        reader.db.execute("DELETE FROM evaluation")
    reader.close()


def test_done_tells_status_and_attempt_of_the_configs_asked_for(store: Store) -> None:
    first = record(store, Evaluation(key(1), Status.TIMEOUT, "slow"), 1, attempt=2)
    second = record(store, ok(key(2)), 2)
    store.record([first, second])
    asked = [first.config, 77]
    assert store.done(first.task, asked) == {first.config: (Status.TIMEOUT, 2)}


def test_a_missing_store_and_another_schema_are_one_line(tmp_path: Path, store: Store) -> None:
    with pytest.raises(FrostgridError, match="does not exist"):
        Store(tmp_path / "nothing.sqlite")
    store.db.execute("PRAGMA user_version = 99")
    store.close()
    with pytest.raises(FrostgridError, match="schema 99"):
        Store(tmp_path / "results.sqlite")


@pytest.mark.parametrize("left", [b"", b"SQLite format 3\0"])
def test_a_first_start_that_was_cut_short_is_an_empty_store(tmp_path: Path, left: bytes) -> None:
    path = tmp_path / "cut.sqlite"
    if left:  # the file as SQLite makes it before the schema is committed
        database = sqlite3.connect(path)
        database.execute("PRAGMA journal_mode = WAL")
        database.close()
    else:
        path.touch()
    with pytest.raises(NoResultsYetError):
        Store(path)
    Store(path, write=True).close()
    reader = Store(path)
    assert reader.counts() == {}
    reader.close()


def test_damaged_counts_are_one_line() -> None:
    with pytest.raises(FrostgridError, match="damaged"):
        unpack(b"not zlib")


def test_a_file_that_is_no_database_is_named_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "results.sqlite"
    path.write_bytes(b"not a database" * 1000)
    with pytest.raises(FrostgridError, match=r"results\.sqlite"):
        Store(path, write=True)
    assert path.read_bytes() == b"not a database" * 1000


@given(st.lists(st.integers(0, 2**31 - 1)))
def test_confusion_counts_come_back(counts: list[int]) -> None:
    assert unpack(pack(counts)) == counts


def test_a_full_disk_loses_nothing_that_was_stored(store: Store) -> None:
    store.record([record(store, ok(key(1)), 1)])
    pages = store.db.execute("PRAGMA page_count").fetchone()[0]
    store.db.execute(f"PRAGMA max_page_count = {pages}")
    long = "x" * 100_000
    failed = Evaluation(key(2), Status.ERROR, reason=long)
    with pytest.raises(FrostgridError, match="full"):
        store.record([record(store, failed, 2)])
    assert store.counts() == {("ranger", Status.OK): 1}
    store.db.execute("PRAGMA max_page_count = 1000000")  # space is freed
    store.record([record(store, failed, 2)])
    assert store.counts()[("ranger", Status.ERROR)] == 1

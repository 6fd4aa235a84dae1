"""A run on a real cluster is the run that one machine makes, whatever happens to the cluster."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pandas as pd
import psutil
import pytest

import frostgrid
from runners.cluster.link import Link, LostError
from runners.experiments.grid import Request, plan_grid
from runners.plan import Limits
from runners.run import create
from runners.store.predictions import FOLDER, read_predictions
from tests.cluster.loopback import Loopback, ends, free_port, loopback
from tests.end_to_end.runs import call, start, stored, table

DATA = ("--suite", "demo", "--datasets", "iris", "hepatitis", "--time-limit", "60s")
PLAN = (
    *(*DATA, "--rows", "0-4", "--splits", "0-9"),
    *("--learners", "sklearn_decision_tree", "sklearn_extra_trees"),
)
ROWS = 2 * 5 * 10 * 2
LONG = (*DATA, "--rows", "0-9", "--splits", "0-9", "--learners", "sklearn_extra_trees", "rpart")
LONG_ROWS = 2 * 10 * 10 * 2


def made_here(folder: Path, *plan: str) -> Path:
    run = folder / "here"
    code, said = call("run", "grid", *plan, "--out", str(run), "--workers", "2")
    assert code == 0, said
    return run


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The run of ``PLAN`` on this machine, without any cluster."""
    return made_here(tmp_path_factory.mktemp("short"), *PLAN)


@pytest.fixture(scope="module")
def long_here(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return made_here(tmp_path_factory.mktemp("long"), *LONG)


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Loopback]:
    folder = tmp_path / "dask"
    folder.mkdir()
    with loopback(folder) as found:
        yield found


def until(run: Path, process: subprocess.Popen[str], rows: int) -> None:
    """Wait until the store holds ``rows``."""
    end = time.monotonic() + 120
    while stored(run) < rows:
        assert process.poll() is None, process.communicate()[0]
        assert time.monotonic() < end, "the cluster does not get on"
        time.sleep(0.02)


def finished(process: subprocess.Popen[str]) -> str:
    said, _ = process.communicate(timeout=300)
    assert process.returncode == 0, said
    return said


def test_workers_die_and_join_and_the_results_are_those_of_one_machine(
    tmp_path: Path, here: Path, cluster: Loopback
) -> None:
    doomed, *_ = [cluster.worker() for _ in range(3)]
    run = tmp_path / "run"
    process = start("run", "grid", *PLAN, "--out", str(run), "--cluster", cluster.address)
    until(run, process, ROWS // 5)
    family = psutil.Process(doomed.pid).children(recursive=True)
    doomed.kill()
    cluster.worker()
    finished(process)
    pd.testing.assert_frame_equal(table(run), table(here))
    assert all(ends(child) for child in family), "a learner's process outlived its Dask worker"


@pytest.mark.slow
def test_a_scheduler_that_is_started_again_is_found_again(
    tmp_path: Path, long_here: Path, cluster: Loopback
) -> None:
    workers = [cluster.worker() for _ in range(2)]
    run = tmp_path / "run"
    process = start("run", "grid", *LONG, "--out", str(run), "--cluster", cluster.address)
    until(run, process, LONG_ROWS // 10)
    cluster.scheduler.kill()
    cluster.scheduler.wait()
    time.sleep(3)
    for worker in workers:  # some end with their scheduler, and some wait for it
        worker.kill()
        worker.wait()
    cluster.start_scheduler()
    for _ in range(2):
        cluster.worker()
    said = finished(process)
    assert "lost the scheduler" in said
    assert "found the scheduler" in said
    pd.testing.assert_frame_equal(table(run), table(long_here))


@pytest.mark.slow
def test_a_client_that_is_killed_goes_on_where_it_was(
    tmp_path: Path, long_here: Path, cluster: Loopback
) -> None:
    for _ in range(2):
        cluster.worker()
    run = tmp_path / "run"
    process = start("run", "grid", *LONG, "--out", str(run), "--cluster", cluster.address)
    until(run, process, LONG_ROWS // 10)
    process.kill()
    process.communicate()
    before = stored(run)
    said = finished(start("resume", str(run), "--cluster", cluster.address))
    assert f"{before:,} done" in said
    pd.testing.assert_frame_equal(table(run), table(long_here))


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_stops_the_workers_too_and_says_how_to_go_on(
    tmp_path: Path, cluster: Loopback, number: signal.Signals
) -> None:
    workers = [psutil.Process(cluster.worker().pid) for _ in range(2)]
    run = tmp_path / "run"
    process = start("run", "grid", *LONG, "--out", str(run), "--cluster", cluster.address)
    until(run, process, LONG_ROWS // 10)
    family = [child for worker in workers for child in worker.children(recursive=True)]
    assert family
    process.send_signal(number)
    said, _ = process.communicate(timeout=60)
    assert process.returncode == 130
    assert f"resume {run} --cluster {cluster.address}" in said
    assert all(ends(child) for child in family)
    assert stored(run) < LONG_ROWS


@pytest.mark.slow
def test_predictions_come_back_with_the_results(tmp_path: Path, cluster: Loopback) -> None:
    plan = (*DATA, "--rows", "0-1", "--splits", "0-2", "--learners", "sklearn_gaussian_nb")
    cluster.worker()
    runs = tmp_path / "there", tmp_path / "here"
    keep = (*plan, "--keep-predictions")
    finished(start("run", "grid", *keep, "--out", str(runs[0]), "--cluster", cluster.address))
    finished(start("run", "grid", *keep, "--out", str(runs[1])))
    there, here = ({p.key: p for p in read_predictions(run / FOLDER)} for run in runs)
    assert there.keys() == here.keys() == set(frostgrid.open(runs[0]).frame()["key"])
    for key, found in there.items():
        np.testing.assert_array_equal(found.prob, here[key].prob)


@pytest.mark.slow
def test_a_worker_with_other_software_is_named_and_not_used(
    tmp_path: Path, here: Path, cluster: Loopback
) -> None:
    fake = tmp_path / "fake" / "scikit_learn-9.9.dist-info"
    fake.mkdir(parents=True)
    (fake / "METADATA").write_text("Metadata-Version: 2.1\nName: scikit-learn\nVersion: 9.9\n")
    path = os.pathsep.join([str(fake.parent), os.environ.get("PYTHONPATH", "")])
    cluster.worker(PYTHONPATH=path)
    run = tmp_path / "run"
    process = start("run", "grid", *PLAN, "--out", str(run), "--cluster", cluster.address)
    time.sleep(20)
    assert stored(run) == 0
    cluster.worker()
    said = finished(process)
    assert said.count("not using the worker") == 1
    assert "scikit-learn: version" in said
    assert "9.9 here" in said
    pd.testing.assert_frame_equal(table(run), table(here))


@pytest.mark.slow
def test_data_that_the_workers_do_not_see_is_one_line(tmp_path: Path, cluster: Loopback) -> None:
    data = tmp_path / "mine.csv"
    data.write_text("a,class\n" + "".join(f"{i},{'xy'[i % 2]}\n" for i in range(40)))
    request = Request(str(data), None, (), ("sklearn_dummy",), (0,), (0,), "bootstrap")
    run = tmp_path / "run"
    create(run, plan_grid(request), Limits(60.0, 3_000_000_000))
    data.unlink()
    cluster.worker()
    code, said = call("resume", str(run), "--cluster", cluster.address)
    assert code == 1
    last = said.strip().splitlines()[-1]
    assert "mine.csv" in last
    assert "same path on every worker" in last


def test_an_address_without_a_scheduler_is_one_line(tmp_path: Path) -> None:
    plan = (*DATA, "--rows", "0", "--splits", "0", "--learners", "sklearn_dummy")
    address = f"tcp://127.0.0.1:{free_port()}"
    code, said = call("run", "grid", *plan, "--out", str(tmp_path / "run"), "--cluster", address)
    assert code == 1
    last = said.strip().splitlines()[-1]
    assert last.startswith(f"frostgrid: no Dask scheduler answers at {address}")


@pytest.mark.parametrize("address", ["nonsense://x", "nowhere", ""])
def test_what_is_no_address_is_told_at_once(address: str) -> None:
    with pytest.raises(LostError, match="ValueError"):
        Link(address)

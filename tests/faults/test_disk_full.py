"""A disk that fills at random moments, and is freed again."""

from __future__ import annotations

import random
import subprocess
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import psutil
import pytest

from tests.end_to_end.runs import call, start, table
from tests.faults.figures import figures
from tests.faults.runs import cheap, duplicated, gone, how_many, lost, stored


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of 64 MB in memory."""
    place = tmp_path / "disk"
    place.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=64m", "tmpfs", str(place)],
        capture_output=True,
        check=False,
    )
    if mounted.returncode:
        pytest.skip(f"no disk can be mounted here: {mounted.stderr.decode().strip()}")
    yield place
    subprocess.run(["umount", "--lazy", str(place)], check=True)


def fill(disk: Path, spare: int) -> None:
    """Leave ``spare`` bytes."""
    piece = bytes(1 << 16)
    ballast = disk / "ballast"
    with suppress(OSError), ballast.open("wb", buffering=0) as file:
        while True:
            file.write(piece)
    if spare:
        with ballast.open("r+b") as file:
            file.truncate(max(ballast.stat().st_size - spare, 0))


@pytest.mark.parametrize("tries", [2, pytest.param(50, marks=pytest.mark.slow)])
def test_a_full_disk_stops_a_run_that_goes_on_once_there_is_room(
    tmp_path: Path, disk: Path, tries: int
) -> None:
    found = figures("disk full at a random moment, then freed")
    chance = random.Random(tries)
    run = disk / "run"
    rows, splits = ("0-39", "0-19") if tries > 2 else ("0-9", "0-19")
    for _ in range(tries):
        process = start("run", "grid", *cheap(rows, splits), "--out", str(run))
        # Half of the moments are while results are stored, half at any time until then.
        more, end = chance.randint(1, 60), time.monotonic() + chance.choice([30, chance.random()])
        begun = how_many(run)
        while how_many(run) < begun + more and time.monotonic() < end:
            time.sleep(0.002)
        family = psutil.Process(process.pid).children(recursive=True)
        before, filled = stored(run), time.monotonic()
        fill(disk, chance.choice([0, 0, 4096, 100_000, 4_000_000]))
        said, _ = process.communicate(timeout=60)
        assert process.returncode == 1, said
        assert any(words in said for words in ("No space left", "left on the disk", "disk is full"))
        assert "Traceback" not in said
        orphans, _ = gone(family, run)
        found.took(time.monotonic() - filled)
        found.orphans += orphans
        (disk / "ballast").unlink()
        found.lost += lost(before, stored(run))
        found.tries += 1
    code, said = call("resume", str(run))
    assert code == 0, said
    found.duplicated += duplicated(run)
    assert (found.lost, found.duplicated, found.orphans) == (0, 0, 0)
    whole = tmp_path / "whole"
    code, said = call("run", "grid", *cheap(rows, splits), "--out", str(whole))
    assert code == 0, said
    assert table(run).equals(table(whole))

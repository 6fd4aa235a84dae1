"""The lock of a run directory."""

from __future__ import annotations

import threading
import time
from pathlib import Path

import pytest

from frostgrid.base.errors import FrostgridError
from runners.lock import NAME, is_written, writing


def test_a_second_writer_is_refused_and_told_who_writes(tmp_path: Path) -> None:
    with (
        writing(tmp_path),
        pytest.raises(FrostgridError, match=r"is being written by process \d+ on "),
        writing(tmp_path),
    ):
        pass
    assert not is_written(tmp_path)


def test_those_who_ask_whether_it_is_held_never_keep_a_writer_out(tmp_path: Path) -> None:
    over = threading.Event()

    def ask() -> None:
        while not over.is_set():
            is_written(tmp_path)

    with writing(tmp_path):
        pass
    askers = [threading.Thread(target=ask) for _ in range(3)]
    for asker in askers:
        asker.start()
    try:
        for _ in range(50):
            with writing(tmp_path):
                time.sleep(0.001)
    finally:
        over.set()
        for asker in askers:
            asker.join()


def test_who_died_holding_it_is_told_once_and_who_failed_in_order_is_not(tmp_path: Path) -> None:
    (tmp_path / NAME).write_text("123 on elsewhere\n")
    with writing(tmp_path) as died:
        assert died == "123 on elsewhere"
    with pytest.raises(ValueError, match="told to"), writing(tmp_path) as died:
        assert died == ""
        raise ValueError("told to")
    with writing(tmp_path) as died:
        assert died == ""

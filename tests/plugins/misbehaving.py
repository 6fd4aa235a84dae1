"""A learner that misbehaves on command; importing this module registers it.

It predicts class frequencies. ``do`` says what else happens during the fit.
"""

from __future__ import annotations

import collections
import ctypes
import itertools
import os
import subprocess
import sys
import time
import warnings
from collections.abc import Callable

import numpy as np

from grids.space import Config
from runners.fold import Fold
from runners.learner import Learner, Prediction
from runners.memory import present
from runners.preprocessing import Preprocessing
from runners.registry import LEARNERS
from tests.plugins.nap import NAP

FLOOD = 20_000_000
"""Bytes that ``flood`` writes to each of standard output and standard error."""

MOST = 6_000_000_000
"""Bytes after which ``eat_memory`` gives up: the machine must survive an engine without limits."""


def _error() -> None:
    raise ValueError("told to fail\nwith a second line")


def _warn() -> None:
    for count in range(3):
        warnings.warn(f"warning {count}", UserWarning, stacklevel=2)


def _sleep() -> None:
    time.sleep(3600)


def _spin_c() -> None:
    print("spinning", flush=True)  # into the worker's log
    # C code that holds the interpreter's lock and never looks for signals.
    collections.deque(itertools.repeat(None), maxlen=0)


def _segfault() -> None:
    ctypes.string_at(0)


def _abort() -> None:
    os.abort()


def _close_all() -> None:
    os.closerange(0, 4096)


def _spin_r() -> None:
    """Search 2^29 splits of a factor in rpart's C code, which looks for no interrupt."""
    from r_bridge.session import start

    print("spinning", flush=True)
    code = """local({
        x <- factor(rep(1:30, each = 8L))
        y <- factor(rep(1:4, length.out = 240L))
        rpart::rpart(y ~ x, control = rpart::rpart.control(minsplit = 2L, cp = 0))
    })"""
    base = start().baseenv
    base["eval"](base["parse"](text=code))


def _quit_r() -> None:
    from r_bridge.session import start

    start().baseenv["quit"]("no", 0)


def _os_exit() -> None:
    os._exit(0)


def _gorge() -> None:
    """Fill memory as fast as it goes, and say in the log what is held; see ``eat_memory``."""
    eaten = []
    for _ in range(MOST // 10_000_000):
        eaten.append(np.ones(1_250_000))
        print("holds", present()[1], flush=True)
    raise RuntimeError(f"ate {len(eaten) * 10} MB unhindered")


def _eat_memory() -> None:
    eaten = []
    for _ in range(MOST // 50_000_000):
        eaten.append(np.ones(6_250_000))
        time.sleep(0.01)
    raise RuntimeError(f"ate {len(eaten) * 50} MB unhindered")


def _flood() -> None:
    for stream in (sys.stdout, sys.stderr):
        for _ in range(FLOOD // 1000):
            stream.write("x" * 999 + "\n")
        stream.flush()
    for _ in range(10_000):
        warnings.warn("flood", UserWarning, stacklevel=2)


def _flood_gigabyte() -> None:
    piece = b"x" * 999_999 + b"\n"
    for _ in range(1000):
        os.write(1, piece)


def _fork() -> None:
    # The shell ends at once, so that the sleeper is nobody's child; the fit then hangs.
    subprocess.run(["/bin/sh", "-c", f"sleep {NAP} &"], check=True)
    time.sleep(3600)


def _daemon() -> None:
    """Leave a process that has nothing to do with this one: own session, nobody's child."""
    apart = f"setsid sleep {NAP} </dev/null >/dev/null 2>&1 &"
    subprocess.run(["/bin/sh", "-c", apart], check=True)


def _daemon_and_sleep() -> None:
    _daemon()
    time.sleep(3600)


def _daemon_and_segfault() -> None:
    _daemon()
    _segfault()


ACTS: dict[str, Callable[[], None]] = {
    "error": _error,
    "warn": _warn,
    "sleep": _sleep,
    "spin_c": _spin_c,
    "segfault": _segfault,
    "quit_r": _quit_r,
    "os_exit": _os_exit,
    "eat_memory": _eat_memory,
    "flood": _flood,
    "fork": _fork,
    "abort": _abort,
    "close_all": _close_all,
    "spin_r": _spin_r,
    "gorge": _gorge,
    "flood_gigabyte": _flood_gigabyte,
    "daemon": _daemon,
    "daemon_and_sleep": _daemon_and_sleep,
    "daemon_and_segfault": _daemon_and_segfault,
}


def _fit(data: Fold, config: Config, _seed: int) -> Prediction:
    do = str(config.get("do", "nothing"))
    print("began", time.monotonic(), flush=True)  # into the worker's log
    if do in ACTS:
        ACTS[do]()
    share = np.bincount(data.y_train) / len(data.y_train)
    prob = np.tile(share, (len(data.x_test), 1))
    return Prediction(prob * np.nan if do == "nan" else prob)


MISBEHAVING = LEARNERS.add(
    Learner(
        name="misbehaving",
        language="python",
        package="numpy",
        title="Does as told",
        version=1,
        preprocessing=Preprocessing("native"),
        load=lambda fold: fold,
        fit=_fit,
        predict=lambda model, _data: model,
    )
)

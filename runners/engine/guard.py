"""The guard of a worker: nothing that the worker starts outlives it or grows without bound.

Started as ``python -m runners.engine.guard SETTINGS``, it becomes two processes before anything is
loaded: the worker, and this small one, which adopts whatever the worker's children leave behind.
It ends all of them when the worker ends, when the supervisor asks (SIGTERM), when the supervisor
is gone, or when together they hold more memory than they may. It has no other work, so that a
slow commit in the supervisor never delays it.
"""

from __future__ import annotations

import json
import os
import resource
import signal
import socket
import sys
from contextlib import suppress
from time import sleep

from runners.engine.process import adopt_orphans, descendants, die_with_parent, resident

_LOG_LIMIT = 5 << 20
_TICK = 0.05
_SHORTEST = 0.001
_FLOODED = 0.005
_GROWTH = 8e9  # bytes per second; a process that only fills memory reaches half of that
_SPARE = 0.05  # share of the limit that may be overshot before a look is too late
_OURS = {signal.SIGCHLD, signal.SIGTERM}


def main() -> None:
    """Split into guard and worker; each returns or exits when its work is over."""
    settings = json.loads(sys.argv[1])
    adopt_orphans()
    guard = os.getpid()
    signal.pthread_sigmask(signal.SIG_BLOCK, _OURS)
    worker = os.fork()  # of an interpreter that has loaded nothing and has one thread
    if worker:
        with socket.socket(fileno=settings["socket"]) as link:
            _watch(worker, settings["parent"], settings["memory"], link)
        return
    die_with_parent(guard)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, _OURS)
    os.setsid()  # `kill 0` in a learner must not reach the guard
    from runners.engine.worker import main as work

    work(settings)


def _watch(worker: int, supervisor: int, limit: int, link: socket.socket) -> None:
    pause = _TICK
    while True:
        heard = signal.sigtimedwait(_OURS, pause)
        if (heard and heard.si_signo == signal.SIGTERM) or os.getppid() != supervisor:
            clear()
            _leave_like(-signal.SIGTERM)
        code = _reaped(worker)
        if code is not None:
            clear()
            _leave_like(code)
        held = sum(resident(pid) for pid in descendants(os.getpid()))
        if held > limit:
            clear()
            with suppress(OSError):  # the supervisor has gone
                link.sendall(b'\n["over", null]\n')  # the worker may have died within a line
            return
        # The next look comes before they can have grown far beyond the limit.
        pause = min(max((limit * (1 + _SPARE) - held) / _GROWTH, _SHORTEST), _TICK)
        if os.fstat(1).st_size > _LOG_LIMIT:  # chatter must not fill the disk
            os.ftruncate(1, 0)  # it is open for appending, so that writing goes on at 0
            pause = min(pause, _FLOODED)


def clear() -> None:
    """Kill everything below this process, until nothing is left: orphans come to it."""
    while family := descendants(os.getpid()):
        for pid in family:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        with suppress(ChildProcessError):
            while os.waitpid(-1, os.WNOHANG)[0]:
                continue
        sleep(0.001)


def _reaped(worker: int) -> int | None:
    """Exit code of the worker (negative: a signal) if it has ended; buries adopted ones too."""
    code = None
    with suppress(ChildProcessError):
        while (ended := os.waitpid(-1, os.WNOHANG))[0]:
            if ended[0] == worker:
                code = os.waitstatus_to_exitcode(ended[1])
    return code


def _leave_like(code: int) -> None:
    """End as the worker did, so that the supervisor learns how."""
    if code < 0:
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        if -code not in {signal.SIGKILL, signal.SIGSTOP}:
            signal.signal(-code, signal.SIG_DFL)
            signal.pthread_sigmask(signal.SIG_UNBLOCK, {-code})
        os.kill(os.getpid(), -code)
    sys.exit(code)


if __name__ == "__main__":
    main()

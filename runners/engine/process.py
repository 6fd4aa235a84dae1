"""What only the operating system can do for a worker: die with its parent, and stay in bounds."""

from __future__ import annotations

import ctypes
import os
import resource
import signal
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from time import sleep

from runners.memory import present

_THREAD_VARIABLES = (
    "OMP_NUM_THREADS",
    "OMP_THREAD_LIMIT",
    "OPENBLAS_NUM_THREADS",
    "MKL_NUM_THREADS",
    "BLIS_NUM_THREADS",
    "NUMEXPR_NUM_THREADS",
    "VECLIB_MAXIMUM_THREADS",
)
THREAD_CAPS = dict.fromkeys(_THREAD_VARIABLES, "1")
"""Set before a worker imports anything: libraries read them once, when they are loaded."""

HEADROOM = 1 << 30
"""Address space beyond the memory limit: allocators reserve more than they use, and a limit that
is too tight makes OpenBLAS spin for ever and C++ abort. The limit on resident memory, which
the supervisor watches, is the one that is meant; this one only stops a single huge request."""

_PR_SET_PDEATHSIG = 1
_PR_SET_CHILD_SUBREAPER = 36


def die_with_parent(parent: int) -> None:
    """Have the kernel kill this process when ``parent`` ends, even while R is busy in C."""
    ctypes.CDLL(None, use_errno=True).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:  # it ended before the call
        os._exit(1)


def adopt_orphans() -> None:
    """Become the parent of what descendants leave behind, so that a kill finds daemons too."""
    ctypes.CDLL(None, use_errno=True).prctl(_PR_SET_CHILD_SUBREAPER, 1)


def no_core_dumps() -> None:
    """A crashing learner leaves a row, not gigabytes on the disk."""
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def resident(pid: int) -> int:
    """Resident size of a process, bytes; 0 if it is gone."""
    try:
        pages = Path(f"/proc/{pid}/statm").read_text().split()
    except (FileNotFoundError, ProcessLookupError):
        return 0
    return int(pages[1]) * resource.getpagesize()


def kernel_kills() -> int:
    """Processes that the kernel has killed for want of memory since the machine was started."""
    for line in Path("/proc/vmstat").read_text().splitlines():
        if line.startswith("oom_kill "):
            return int(line.split()[1])
    return 0


def descendants(pid: int) -> list[int]:
    """Processes that ``pid`` started, and those that they started; cheap enough to ask often."""
    found: list[int] = []
    # Threads and processes may end between any two of these lines.
    with suppress(FileNotFoundError, ProcessLookupError):
        for thread in Path(f"/proc/{pid}/task").iterdir():
            with suppress(FileNotFoundError, ProcessLookupError):
                for child in map(int, (thread / "children").read_text().split()):
                    found += [child, *descendants(child)]
    return found


def strays(folder: Path) -> list[int]:
    """Processes that were told to keep their temporary files in ``folder`` or below it.

    Finds what workers left behind where their guard was killed too; children keep the variable.
    """
    wanted = str(folder.absolute()).encode()
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            variables = (process / "environ").read_bytes().split(b"\0")
        except OSError:  # it ended, or is another user's
            continue
        for variable in variables:
            name, _, value = variable.partition(b"=")
            if name == b"TMPDIR" and (value + b"/").startswith(wanted + b"/"):
                found.append(int(process.name))
    return found


def end_strays(folder: Path) -> None:
    """Kill the ``strays`` of ``folder``, and what they start meanwhile."""
    while left := strays(folder):
        for pid in left:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        sleep(0.001)


@contextmanager
def address_space(limit: int) -> Iterator[None]:
    """Refuse, for the block, single requests that would take the process far beyond ``limit``.

    What is mapped already, after imports and warm-up, does not count.
    """
    mapped, held = present()
    hard = resource.getrlimit(resource.RLIMIT_AS)[1]
    soft = mapped + max(limit - held, 0) + HEADROOM
    if hard != resource.RLIM_INFINITY:
        soft = min(soft, hard)
    resource.setrlimit(resource.RLIMIT_AS, (soft, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, (hard, hard))

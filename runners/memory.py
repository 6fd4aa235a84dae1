"""Memory of this process now, and its peak over a stretch of time, from the Linux kernel.

Every evaluation asks, so the kernel's files are kept open: opening them takes longer than reading.
"""

from __future__ import annotations

import os
from functools import cache

_RESET = "/proc/self/clear_refs"
_STATUS = "/proc/self/status"
_PAGES = "/proc/self/statm"
_PAGE = os.sysconf("SC_PAGE_SIZE")


def present() -> tuple[int, int]:
    """Address space and resident size, bytes."""
    mapped, resident, *_ = os.pread(_opened(_PAGES, os.O_RDONLY), 256, 0).split()
    return int(mapped) * _PAGE, int(resident) * _PAGE


def reset_peak() -> bool:
    """Start a new stretch; False where the kernel or a container does not permit it."""
    try:
        os.pwrite(_opened(_RESET, os.O_WRONLY), b"5", 0)  # proc(5): VmHWM becomes the present size
    except OSError:
        return False
    return True


def peak() -> int:
    """Largest resident size since the last successful ``reset_peak``, bytes."""
    text = os.pread(_opened(_STATUS, os.O_RDONLY), 1 << 14, 0)
    _, found, rest = text.partition(b"VmHWM:")
    if not found:
        raise OSError(f"{_STATUS} has no VmHWM")
    return int(rest.split(maxsplit=1)[0]) * 1024


@cache
def _opened(path: str, flags: int) -> int:
    return os.open(path, flags)

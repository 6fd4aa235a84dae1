"""Peak resident memory of this process over a stretch of time, from the Linux kernel."""

from __future__ import annotations

from pathlib import Path

_RESET = Path("/proc/self/clear_refs")
_STATUS = Path("/proc/self/status")


def reset_peak() -> bool:
    """Start a new stretch; False where the kernel or a container does not permit it."""
    try:
        _RESET.write_text("5")  # proc(5): resets VmHWM to the present resident size
    except OSError:
        return False
    return True


def peak() -> int:
    """Largest resident size since the last successful ``reset_peak``, bytes."""
    for line in _STATUS.read_text().splitlines():
        if line.startswith("VmHWM:"):
            return int(line.split()[1]) * 1024
    raise OSError(f"{_STATUS} has no VmHWM")

"""Whether a folder is on a disk of this machine, which SQLite needs."""

from __future__ import annotations

import re
from pathlib import Path

from frostgrid.base.errors import FrostgridError

_NETWORK = re.compile(
    r"nfs\d?|cifs|smb\w*|afs|ceph|lustre|gpfs|beegfs|glusterfs|9p|fuse\.(sshfs|glusterfs|ceph\w*|s3fs)"
)
MOUNTS = Path("/proc/self/mountinfo")


def require_local(folder: Path, mounts: Path = MOUNTS) -> None:
    """Refuse a folder on a network file system: locks do not hold there, and stores get damaged.

    Raises
    ------
    FrostgridError
        ``folder``, or the nearest of its parents that exists, is on a network file system.
    """
    kind = filesystem(folder, mounts.read_text())
    if _NETWORK.fullmatch(kind):
        raise FrostgridError(
            f"{folder} is on a network file system ({kind}), where SQLite can be damaged",
            hint="choose a folder on a local disk; machines that share work have a run each, made"
            " with --shard 1/N .. N/N, and 'frostgrid merge' joins them",
        )


def filesystem(folder: Path, mounts: str) -> str:
    """Type of the file system that holds ``folder``, after the text of ``mountinfo`` (proc(5))."""
    place = folder.absolute().resolve()
    found = (-1, "")
    for line in mounts.splitlines():
        before, _, after = line.partition(" - ")
        # The kernel writes a blank in a name as \040.
        point = Path(re.sub(r"\\(\d{3})", lambda m: chr(int(m[1], 8)), before.split()[4]))
        if place.is_relative_to(point) and len(point.parts) >= found[0]:
            found = len(point.parts), after.split()[0]
    return found[1]

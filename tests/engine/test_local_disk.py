"""Runs stay off network file systems."""

from __future__ import annotations

from pathlib import Path

import pytest

from frostgrid.base.errors import FrostgridError
from runners.local_disk import filesystem, require_local

MOUNTS = r"""
22 1 254:0 / / rw,relatime shared:1 - ext4 /dev/vda rw
40 22 0:30 / /home rw,relatime shared:20 - nfs4 server:/home rw
41 40 0:31 / /home/me/scratch rw,relatime - xfs /dev/vdb rw
42 22 0:32 / /mnt/two\040words rw,relatime - cifs //server/share rw
43 22 0:33 / /mnt/ssh rw,relatime - fuse.sshfs me@server: rw
""".strip()


@pytest.mark.parametrize(
    ("folder", "kind"),
    [
        ("/srv/runs/a", "ext4"),
        ("/home/me/runs", "nfs4"),
        ("/home/me/scratch/runs", "xfs"),
        ("/homes/me", "ext4"),
        ("/mnt/two words/runs", "cifs"),
        ("/mnt/ssh", "fuse.sshfs"),
    ],
)
def test_the_deepest_mount_decides(folder: str, kind: str) -> None:
    assert filesystem(Path(folder), MOUNTS) == kind


def test_a_network_mount_is_refused_and_a_local_one_is_not(tmp_path: Path) -> None:
    mounts = tmp_path / "mountinfo"
    mounts.write_text(MOUNTS)
    with pytest.raises(FrostgridError, match="nfs4"):
        require_local(Path("/home/me/runs"), mounts)
    require_local(Path("/srv/runs"), mounts)


def test_the_folder_for_temporary_files_is_local(tmp_path: Path) -> None:
    require_local(tmp_path)

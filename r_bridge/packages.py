"""The R packages that learners need, and whether this machine's Debian has them."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

LIST = Path(__file__).parent / "packages.txt"


@dataclass(frozen=True, slots=True)
class RPackage:
    """One line of ``packages.txt``.

    Attributes
    ----------
    name
        As R spells it.
    debian
        Debian package that brings it; None where no release has one.
    needed_by
        What it is for.
    """

    name: str
    debian: str | None
    needed_by: str


def r_packages() -> tuple[RPackage, ...]:
    """Read ``packages.txt``, in its order."""
    lines = (line.split(maxsplit=2) for line in LIST.read_text("utf-8").splitlines())
    return tuple(
        RPackage(name, None if debian == "-" else debian, needed_by)
        for name, debian, needed_by in (line for line in lines if line and line[0][0] != "#")
    )


def offered(debian: Iterable[str]) -> set[str]:
    """Those of the named Debian packages that are installed or that apt could install here.

    All of them where there is no apt: nothing then says that they cannot be had.
    """
    names = list(debian)
    if shutil.which("apt-cache") is None:
        return set(names)
    answer = subprocess.run(
        ["apt-cache", "policy", *names],
        env=os.environ | {"LC_ALL": "C"},
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    return set(re.findall(r"^(\S+):\n  Installed: .*\n  Candidate: [^(]", answer, re.MULTILINE))

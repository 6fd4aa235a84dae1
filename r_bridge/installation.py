"""The R of this machine, found without starting it in this process."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from frostgrid.base.errors import FrostgridError

_ASK = """
quoted <- function(x) paste0("[", paste(encodeString(x, quote = '"'), collapse = ","), "]")
found <- utils::installed.packages(fields = "Version")[, c("Package", "Version"), drop = FALSE]
found <- found[!duplicated(found[, "Package"]), , drop = FALSE]
libr <- file.path(R.home("lib"), "libR.so")
version <- as.character(getRversion())
algebra <- c(extSoftVersion()[["BLAS"]], La_library())
cat("frostgrid", quoted(R.home()), quoted(if (file.exists(libr)) libr else ""), quoted(version),
    quoted(algebra), quoted(.libPaths()), quoted(found[, "Package"]), quoted(found[, "Version"]),
    sep = "\\n")
"""
_SECONDS = 120.0


@dataclass(frozen=True, slots=True)
class RInstallation:
    """One R and its packages.

    Attributes
    ----------
    home
        R's home directory.
    libr
        R as a shared library, which embedding needs; None if it was built without.
    version
        For example ``"4.2.2"``.
    linear_algebra
        Files of BLAS and LAPACK, which results can depend on.
    library_paths
        Where packages are looked for, in this order.
    packages
        Version of every installed package; the first library that has it counts.
    """

    home: Path
    libr: Path | None
    version: str
    linear_algebra: tuple[str, ...]
    library_paths: tuple[Path, ...]
    packages: Mapping[str, str]


@cache
def find_r() -> RInstallation | None:
    """R of the environment variable ``R_HOME``, else of the ``PATH``; None where there is none.

    Raises ``FrostgridError`` where ``R_HOME`` names no R or another one than answers, and where
    R does not answer.
    """
    wanted = os.environ.get("R_HOME")
    program = str(Path(wanted, "bin", "Rscript")) if wanted else shutil.which("Rscript")
    if program is None:
        return None
    if wanted and not Path(program).is_file():
        raise FrostgridError(
            f"R_HOME is {wanted}, which has no bin/Rscript",
            hint="unset R_HOME, or let it name R's home ('R RHOME' prints it)",
        )
    found = _ask(program)
    if wanted and Path(wanted).resolve() != found.home.resolve():
        raise FrostgridError(
            f"R_HOME is {wanted}, but the R there says that its home is {found.home}",
            hint=f"unset R_HOME, or set it to {found.home}",
        )
    return found


def _ask(program: str) -> RInstallation:
    """Ask the R behind ``program`` about itself."""
    try:
        answer = subprocess.run(
            [program, "--vanilla", "-e", _ASK],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            encoding="utf-8",
            errors="replace",
            timeout=_SECONDS,
            check=True,
        ).stdout
    except (OSError, subprocess.SubprocessError) as error:
        said = (getattr(error, "stderr", None) or str(error)).strip().splitlines()
        raise FrostgridError(
            f"{program} does not answer: {said[-1] if said else type(error).__name__}",
            hint="see whether 'Rscript --vanilla -e 1' works",
        ) from error
    # Site profiles may print before.
    lines = answer.rpartition("frostgrid\n")[2].splitlines()
    home, libr, version, algebra, libraries, names, versions = (json.loads(line) for line in lines)
    return RInstallation(
        home=Path(home[0]),
        libr=Path(libr[0]) if libr[0] else None,
        version=version[0],
        linear_algebra=tuple(algebra),
        library_paths=tuple(map(Path, libraries)),
        packages=dict(zip(names, versions, strict=True)),
    )

"""SHA-256 digests of the frozen CSV files of a folder, kept beside them in ``manifest.json``."""

from __future__ import annotations

import json
from pathlib import Path

from frostgrid.base.atomic import replacing
from frostgrid.base.digest import digest_file
from frostgrid.base.errors import FrostgridError

MANIFEST = "manifest.json"


def write_manifest(folder: Path) -> None:
    """Write down the digest of every CSV file in ``folder`` and below it."""
    digests = {
        path.relative_to(folder).as_posix(): digest_file(path)
        for path in sorted(folder.rglob("*.csv"))
    }
    with replacing(folder / MANIFEST) as temporary:
        temporary.write_text(json.dumps(digests, indent=2) + "\n", encoding="utf-8")


def read_manifest(folder: Path) -> dict[str, str]:
    """Digests by file name, as frozen; empty if nothing in ``folder`` was ever frozen."""
    manifest = folder / MANIFEST
    try:
        digests: dict[str, str] = json.loads(manifest.read_text(encoding="utf-8"))
        if not isinstance(digests, dict):
            raise ValueError
    except FileNotFoundError:
        return {}
    except ValueError as error:
        raise FrostgridError(f"{manifest} is not valid JSON", hint=_restore(manifest)) from error
    return digests


def verify(folder: Path, filename: str, freeze: str) -> Path:
    """Path of the frozen file ``filename`` (relative, with ``/``) if its bytes are as frozen.

    ``freeze`` is the command that freezes what was never frozen.

    Raises
    ------
    FrostgridError
        The file is missing, or not in the manifest, or has changed, or the manifest is
        unreadable; names the file.
    """
    path = folder / filename
    expected = read_manifest(folder).get(filename)
    if expected is None:
        if path.exists():
            raise FrostgridError(
                f"{path} is not listed in {folder / MANIFEST}",
                hint=f"delete it, and freeze it with '{freeze}'",
            )
        raise FrostgridError(f"{path} was never frozen", hint=f"freeze it with '{freeze}'")
    try:
        found = digest_file(path)
    except FileNotFoundError as error:
        raise FrostgridError(f"frozen file {path} is missing", hint=_restore(path)) from error
    if found != expected:
        raise FrostgridError(
            f"frozen file {path} was changed after it was frozen", hint=_restore(path)
        )
    return path


def _restore(path: Path) -> str:
    return f"restore it: git checkout -- {path}"

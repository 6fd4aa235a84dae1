"""Kept predictions, from many runs into one."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from io import BytesIO
from pathlib import Path

from runners.store.predictions import FOLDER, add_file, files, read_columns


def carry(source: Path, target: Path, unwanted: Callable[[str], bool]) -> None:
    """Copy the predictions of the run in ``source`` to the run in ``target``.

    Parameters
    ----------
    source, target
        Run directories.
    unwanted
        Tells of a key whether the source's row of it is not the one that counts.
    """
    import pyarrow as pa
    import pyarrow.compute as pc
    import pyarrow.parquet as pq

    for path in files(source / FOLDER):
        table = read_columns(path)
        keys = table["key"].cast(pa.string())
        wanted = [key for key in pc.unique(keys).to_pylist() if not unwanted(key)]
        mask = pc.is_in(keys, value_set=pa.array(wanted, pa.string()))
        if pc.all(mask).as_py():
            _add(target / FOLDER, path.name, path.read_bytes())
        elif wanted:
            kept, file = table.filter(mask), BytesIO()
            pq.write_table(kept, file, compression="zstd", row_group_size=len(kept))
            _add(target / FOLDER, path.name, file.getvalue())


def _add(folder: Path, name: str, content: bytes) -> None:
    """Add a file; where its name is taken by another, under the digest of its content."""
    for candidate in (name, f"{hashlib.sha256(content).hexdigest()[:32]}.parquet"):
        path = folder / candidate
        if not path.exists():
            add_file(folder, candidate, content)
            return
        if path.read_bytes() == content:
            return

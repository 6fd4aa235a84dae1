"""Parquet files."""

from __future__ import annotations

from pathlib import Path

import pandas as pd

from frostgrid.base.errors import FrostgridError


def read_parquet(path: Path) -> pd.DataFrame:
    """Read a Parquet file; integers stay integers beside missing cells."""
    import pyarrow as pa

    try:
        return pd.read_parquet(path, dtype_backend="numpy_nullable")
    except pa.ArrowException as error:
        raise FrostgridError(
            f"{path} is damaged: {' '.join(str(error).split())}", hint="fetch or write it again"
        ) from error

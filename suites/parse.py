"""Delimited text to a pandas table, alike under every pandas."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Literal, TextIO

import pandas as pd

EXACT: Literal["round_trip"] | None = (
    None if tuple(map(int, pd.__version__.split(".")[:2])) >= (3, 1) else "round_trip"
)
"""Precision to ask pandas for. Before 3.1 only this mode rounds decimals correctly; since then
every mode does, and naming one is deprecated."""


def parse(
    source: Path | TextIO,
    *,
    separator: str,
    missing: Iterable[str],
    skip: int = 0,
    texts: Iterable[int] = (),
) -> pd.DataFrame:
    """Read rows of fields into columns 0, 1, ...; integers stay integers beside missing cells.

    Parameters
    ----------
    separator
        Between fields; blanks after it do not count, except within quotes.
    missing
        Fields that count as missing, and no others.
    skip
        Lines before the first row.
    texts
        Columns whose fields stay as they are, digits or not.
    """
    return pd.read_csv(
        source,
        sep=separator,
        skiprows=skip,
        header=None,
        index_col=False,
        skipinitialspace=True,
        keep_default_na=False,
        na_values=list(missing),
        dtype=dict.fromkeys(texts, "string"),
        dtype_backend="numpy_nullable",
        float_precision=EXACT,
        low_memory=False,
    )

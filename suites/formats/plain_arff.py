"""Rows of an ARFF file that holds nothing but numbers and single words between commas."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

import pandas as pd

from suites.parse import parse

# Quotes, escapes, sparse rows, comments.
_SPECIAL = re.compile(rb"""["'\\{}%\t]""")


def plain_rows(path: Path, skip: int, declared: Sequence[str | list[str]]) -> pd.DataFrame | None:
    """Rows in columns 0, 1, ..., or None if the file needs a full parser, or has an error.

    Parameters
    ----------
    skip
        Lines of the header.
    declared
        Per column its type, or its list of values.
    """
    if "STRING" in declared or not _is_plain(path, skip, len(declared)):
        return None
    nominal = [j for j, values in enumerate(declared) if isinstance(values, list)]
    try:
        rows = parse(path, separator=",", missing=["?", ""], skip=skip, texts=nominal)
    except (pd.errors.ParserError, pd.errors.EmptyDataError, UnicodeDecodeError):
        return None
    for j, values in enumerate(declared):
        if isinstance(values, list):
            rows[j] = rows[j].str.strip()
            # Blanks before a comma have kept these from counting as missing.
            rows.loc[rows[j].isin(["?", ""]), j] = pd.NA
            # A value with a blank inside needs quotes.
            if not set(rows[j].dropna()) <= {value for value in values if " " not in value}:
                return None
        elif not pd.api.types.is_numeric_dtype(rows[j].dtype):
            return None
    return rows


def _is_plain(path: Path, skip: int, width: int) -> bool:
    with path.open("rb") as file:
        for number, line in enumerate(file):
            if number < skip or not line.strip():
                continue
            if line.count(b",") != width - 1 or _SPECIAL.search(line):
                return False
    return True

"""CSV files, gzipped or not: comma-separated, UTF-8, the first row names the columns."""

from __future__ import annotations

import csv
import gzip
import re
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import TextIO

import pandas as pd

from frostgrid.base.errors import FrostgridError
from frostgrid.base.plural import plural
from suites.formats.unpack import opened
from suites.parse import parse

MISSING = ("", "?", "NA", "NaN", "nan")
"""What counts as missing; every other text is a value."""

# A column of these is a text only where pandas found no type large enough.
_NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?")
_DATE = re.compile(
    r"(\d{4}([-/.])\d{1,2}\2\d{1,2}|\d{1,2}([-/.])\d{1,2}\3\d{4})([T ]\d{1,2}:\d{2}.*)?"
)
_OTHER_SEPARATORS = {";": "semicolons", "\t": "tabs", "|": "bars"}


def read_csv(path: Path) -> pd.DataFrame:
    """Read a CSV file; blanks after a comma do not count, except within quotes.

    Numbers are exact: decimals are rounded once, integers stay integers beside missing cells.
    """
    try:
        with _opened(path) as file:
            names = _check_shape(file, path)
        with _opened(path) as file:
            next(csv.reader(file, skipinitialspace=True))
            table = parse(file, separator=",", missing=MISSING)
    except pd.errors.EmptyDataError:
        return pd.DataFrame(columns=names)
    except UnicodeDecodeError as error:
        raise FrostgridError(f"{path} is not UTF-8 text", hint="convert it with iconv") from error
    except (EOFError, zlib.error, gzip.BadGzipFile, csv.Error, pd.errors.ParserError) as error:
        raise FrostgridError(
            f"{path} is damaged: {' '.join(str(error).split())}", hint="fetch or write it again"
        ) from error
    for name, (_, values) in zip(names, table.items(), strict=True):
        if not isinstance(values.dtype, pd.StringDtype):
            continue
        texts = values.dropna().unique()
        if all(map(_DATE.fullmatch, texts)):
            raise FrostgridError(
                f"{path}: column {name!r} holds dates", hint="make it a number, or drop it"
            )
        if all(map(_NUMBER.fullmatch, texts)):
            raise FrostgridError(
                f"{path}: column {name!r} holds numbers too large to keep exactly",
                hint="drop it if it is an identifier",
            )
    return table.set_axis(names, axis=1)


def _opened(path: Path) -> TextIO:
    # utf-8-sig: spreadsheets put a byte order mark before the first name.
    if path.suffix == ".gz":
        return opened(path, "utf-8-sig")
    return path.open(encoding="utf-8-sig", newline="")


def _check_shape(file: TextIO, path: Path) -> list[str]:
    """Names in the first row, once every row has as many fields; pandas pads short ones."""
    rows = csv.reader(_without_nul(file, path), skipinitialspace=True, strict=True)
    names = next(rows, [])
    if not names:
        raise FrostgridError(f"{path} is empty", hint="the first row names the columns")
    other = [words for mark, words in _OTHER_SEPARATORS.items() if mark in names[0]]
    if len(names) == 1 and other:
        raise FrostgridError(
            f"{path}: fields seem to be separated by {other[0]}", hint="write it with commas"
        )
    for row in rows:
        if row and len(row) != len(names):
            raise FrostgridError(
                f"{path}, line {rows.line_num}: {plural(len(row), 'field')},"
                f" but {plural(len(names), 'column')}",
                hint="mend the line; fields are separated by commas",
            )
    return names


def _without_nul(file: TextIO, path: Path) -> Iterator[str]:
    """Lines of ``file``; pandas would cut a field off at a NUL."""
    for number, line in enumerate(file, 1):
        if "\0" in line:
            raise FrostgridError(
                f"{path}, line {number}: a NUL character", hint="write it as UTF-8 text"
            )
        yield line

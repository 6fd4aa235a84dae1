"""CSV files, gzipped or not: comma-separated, UTF-8, the first row names the columns."""

from __future__ import annotations

import csv
import gzip
import io
import re
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO, TextIO, cast

import pandas as pd

from frostgrid.base.errors import FrostgridError
from frostgrid.base.plural import plural
from suites.formats.plain_csv import plain_table
from suites.formats.unpack import require_moderate_gzip
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

    Numbers are exact: decimals are rounded once, integers stay integers beside missing cells, or
    become decimals of the same value.
    """
    try:
        if path.suffix == ".gz":
            require_moderate_gzip(path)
        with _opened(path) as file:
            plain = plain_table(file, MISSING)
        names, table = plain or _parsed(path)
    except UnicodeDecodeError as error:
        raise FrostgridError(f"{path} is not UTF-8 text", hint="convert it with iconv") from error
    except (EOFError, zlib.error, gzip.BadGzipFile, csv.Error, pd.errors.ParserError) as error:
        raise FrostgridError(
            f"{path} is damaged: {' '.join(str(error).split())}", hint="fetch or write it again"
        ) from error
    for name, (_, values) in zip(names, table.items(), strict=True):
        _check_texts(values, f"{path}: column {name!r}")
    table.columns = pd.Index(names)  # set_axis would copy the table
    return table


def _parsed(path: Path) -> tuple[list[str], pd.DataFrame]:
    """Names, and a table, of any file."""
    with _text(path) as file:
        names = _check_shape(file, path)
    with _text(path) as file:
        next(csv.reader(file, skipinitialspace=True))
        try:
            return names, parse(file, separator=",", missing=MISSING)
        except pd.errors.EmptyDataError:
            return names, pd.DataFrame(columns=names)


def _opened(path: Path) -> BinaryIO:
    # What gzip gives has all that is asked of a binary file here.
    return cast(BinaryIO, gzip.open(path)) if path.suffix == ".gz" else path.open("rb")


def _text(path: Path) -> TextIO:
    # utf-8-sig: spreadsheets put a byte order mark before the first name.
    return io.TextIOWrapper(_opened(path), encoding="utf-8-sig", newline="")


def _check_texts(values: pd.Series[Any], where: str) -> None:
    """Refuse texts that stand for something else."""
    if isinstance(values.dtype, pd.CategoricalDtype):
        texts = values.dtype.categories
    elif isinstance(values.dtype, pd.StringDtype):
        texts = pd.Index(values.dropna().unique())
    else:
        return
    if all(map(_DATE.fullmatch, texts)):
        raise FrostgridError(f"{where} holds dates", hint="make it a number, or drop it")
    if all(map(_NUMBER.fullmatch, texts)):
        raise FrostgridError(
            f"{where} holds numbers too large to keep exactly",
            hint="drop it if it is an identifier",
        )


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

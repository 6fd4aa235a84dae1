"""CSV files of plain fields, by Arrow, which makes no Python objects of texts.

Gives what a full parser gives, to the last bit, or nothing: files that it may read otherwise, or
refuse, are left to it.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from itertools import chain, islice
from typing import TYPE_CHECKING, Any, BinaryIO

import numpy as np
import pandas as pd
from pandas.api import types

from frostgrid.base.arrays import FloatVector, IndexVector
from suites.columns import LARGEST_INTEGER, ordered
from suites.formats.plain_fields import plain
from suites.parse import parse

if TYPE_CHECKING:
    import pyarrow as pa

_BYTE_ORDER_MARK = b"\xef\xbb\xbf"
_HEAD = 1000
"""Rows that settle which columns hold numbers; one that has none there is taken for one."""
_BLOCK = 1 << 21
"""Bytes to read at a time, and then the rest of the line."""
_UNREADABLE = (pd.errors.ParserError, pd.errors.EmptyDataError)


def plain_table(file: BinaryIO, missing: Sequence[str]) -> tuple[list[str], pd.DataFrame] | None:
    """Names, and columns 0, 1, ... of numbers and categories; None for any other file.

    Texts and booleans are categories in order; numbers are float64, whole ones too.

    Parameters
    ----------
    file
        Comma-separated, the first row names the columns.
    missing
        Fields that count as missing, quoted or not.
    """
    import pyarrow as pa

    found = _table(file, missing)
    # Arrow keeps what it has freed.
    pa.default_memory_pool().release_unused()
    return found


def _table(file: BinaryIO, missing: Sequence[str]) -> tuple[list[str], pd.DataFrame] | None:
    import pyarrow as pa

    header = plain(file.readline().removeprefix(_BYTE_ORDER_MARK))
    head = plain(b"".join(islice(file, _HEAD)))
    if not (header and head):
        return None
    try:
        names = next(csv.reader([header.decode()]))
        kinds = parse(io.StringIO(head.decode()), separator=",", missing=missing).dtypes
        if not 2 <= len(names) == len(kinds):
            return None
        texts = [_is_text(kind) for kind in kinds]
        blocks = []
        for block in chain([head], iter(lambda: file.read(_BLOCK) + file.readline(), b"")):
            fields = plain(block)
            if fields is None:
                return None
            blocks.append(_parsed(fields, texts, missing))
        table = pa.concat_tables(blocks)
    except (pa.ArrowInvalid, UnicodeDecodeError, csv.Error, *_UNREADABLE):
        return None
    columns: dict[int, Any] = {}
    for j, values in enumerate(table.columns):
        found = _numbers(values) if values.type == pa.float64() else _categories(values)
        if found is None:
            return None
        columns[j] = found
    return names, pd.DataFrame(columns, copy=False)


def _is_text(dtype: Any) -> bool:  # noqa: ANN401 - any dtype of pandas
    # What is a text to pandas in the first rows is one in all.
    return isinstance(dtype, pd.StringDtype) or types.is_bool_dtype(dtype)


def _parsed(block: bytes, texts: Sequence[bool], missing: Sequence[str]) -> pa.Table:
    import pyarrow as pa
    from pyarrow.csv import ConvertOptions, ReadOptions, read_csv

    names = [str(j) for j in range(len(texts))]
    category = pa.dictionary(pa.int32(), pa.string())
    return read_csv(
        pa.BufferReader(block),
        # One piece, so that a record never lies across two.
        ReadOptions(column_names=names, use_threads=False, block_size=len(block) + 1),
        convert_options=ConvertOptions(
            column_types={
                name: category if text else pa.float64()
                for name, text in zip(names, texts, strict=True)
            },
            null_values=missing,
            strings_can_be_null=True,
        ),
    )


def _numbers(values: pa.ChunkedArray) -> FloatVector | None:
    """Numbers, or None where pandas may have met texts, infinities or integers too large."""
    # In memory of NumPy, so that Arrow can give back its own.
    numbers = np.concatenate([part.to_numpy(zero_copy_only=False) for part in values.chunks])
    small = int((np.abs(numbers) <= LARGEST_INTEGER).sum())
    if small + values.null_count < len(numbers):
        return None
    # The integer -0 is 0, but the decimal -0.0 is not.
    negative = np.signbit(numbers) & (numbers == 0)
    if negative.any() and (np.isnan(numbers) | (numbers == np.floor(numbers))).all():
        return None
    return numbers


def _categories(values: pa.ChunkedArray) -> pd.Categorical[str] | None:
    """Categories, or None where the other parser refuses a field for its length."""
    whole = values.unify_dictionaries().combine_chunks()
    texts: list[str] = whole.dictionary.to_pylist()
    if max(map(len, texts), default=0) > csv.field_size_limit():
        return None
    if {text.lower() for text in texts} <= {"true", "false"}:
        texts = [text.lower() for text in texts]
    levels = ordered(texts)
    place = {level: code for code, level in enumerate(levels)}
    codes = np.array([*(place[text] for text in texts), -1], dtype=np.int32)
    found: IndexVector = codes[whole.indices.fill_null(-1).to_numpy()]
    return pd.Categorical.from_codes(found, pd.Index(levels))

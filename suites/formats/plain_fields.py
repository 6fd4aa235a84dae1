"""Lines of CSV whose fields every parser parts alike."""

from __future__ import annotations

import re

import numpy as np

_BLANK_LINE = re.compile(rb"^ +\r?$", re.MULTILINE)
_QUOTE, _COMMA, _RETURN, _NEWLINE = b'",\r\n'


def plain(block: bytes) -> bytes | None:
    """``block`` without blanks before fields; None where parsers may part fields differently."""
    if b"\0" in block or (b"\r" in block and block.count(b"\r") != block.count(b"\r\n")):
        return None
    quoted = b'"' in block
    if quoted and not _quotes_enclose_fields(block):
        return None
    if block.startswith(b" ") or b", " in block or b"\n " in block:
        # Within quotes they would count, and a line of them alone is a record.
        if quoted or _BLANK_LINE.search(block):
            return None
        block = block.lstrip(b" ")
        for mark in (b",", b"\n"):
            while mark + b" " in block:
                block = block.replace(mark + b" ", mark)
    return block


def _quotes_enclose_fields(block: bytes) -> bool:
    """Whether quotes come first and last in fields of one line, and doubled inside those."""
    content = np.frombuffer(b"\n%b\n" % block, dtype=np.uint8)
    quotes = np.flatnonzero(content == _QUOTE)
    before, after = content[quotes[::2] - 1], content[quotes[1::2] + 1]
    return bool(
        len(before) == len(after)
        and np.isin(before, (_COMMA, _NEWLINE, _QUOTE)).all()
        and np.isin(after, (_COMMA, _NEWLINE, _RETURN, _QUOTE)).all()
        and not (np.searchsorted(quotes, np.flatnonzero(content == _NEWLINE)) % 2).any()
    )

"""Records in the pages of an SQLite file and its write-ahead log, whatever state these are in.

Reads pages one by one instead of following the tree, so that one broken page costs its own records
only. After "Database File Format" on sqlite.org, sections 1.5 (b-tree pages), 1.6 (overflow), 2.1
(records) and 4.1 (the log). A record found here may be stale or torn: its reader must be able to
tell (see ``runners.store.check``).
"""

from __future__ import annotations

import mmap
import struct
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

Value = int | float | str | bytes | None

_TABLE_LEAF, _INDEX_LEAF, _INDEX_INNER = 0x0D, 0x0A, 0x02
_FILE_HEADER, _LOG_HEADER, _FRAME_HEADER = 100, 32, 24
_USUAL_SIZE = 4096


@dataclass(frozen=True, slots=True)
class Found:
    """A record.

    Attributes
    ----------
    number
        Row number; None for a table WITHOUT ROWID or an index.
    values
        Its cells, in the order of storage.
    """

    number: int | None
    values: tuple[Value, ...]


def records(path: Path) -> Iterator[Found]:
    """Every record that can be read from the pages of ``path`` and of its log beside it."""
    log = path.with_name(f"{path.name}-wal")
    with _mapped(path) as content, _mapped(log) as logged:
        pages = _Pages(content, logged)
        for page, start in pages:
            yield from _on_page(page, start, pages)


@contextmanager
def _mapped(path: Path) -> Iterator[bytes | mmap.mmap]:
    if not path.exists() or path.stat().st_size == 0:
        yield b""
        return
    with (
        path.open("rb") as file,
        mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as content,
    ):
        yield content


class _Pages:
    """Pages of a file and all versions of them in its log."""

    def __init__(self, content: bytes | mmap.mmap, log: bytes | mmap.mmap) -> None:
        self._content = content
        self._log = log
        size = int.from_bytes(content[16:18], "big")
        size = 65536 if size == 1 else size
        self.size = size if size >= 512 and size & (size - 1) == 0 else _USUAL_SIZE
        self._logged = {
            int.from_bytes(log[at : at + 4], "big"): at + _FRAME_HEADER for at in self._frames()
        }

    def _frames(self) -> range:
        return range(_LOG_HEADER, len(self._log) - _FRAME_HEADER, self.size + _FRAME_HEADER)

    def __iter__(self) -> Iterator[tuple[bytes, int]]:
        """Each page, and where in it the tree begins."""
        for at in range(0, len(self._content), self.size):
            yield self._content[at : at + self.size], 0 if at else _FILE_HEADER
        for at in self._frames():
            number = int.from_bytes(self._log[at : at + 4], "big")
            page = self._log[at + _FRAME_HEADER : at + _FRAME_HEADER + self.size]
            yield page, _FILE_HEADER if number == 1 else 0

    def last(self, number: int) -> bytes:
        """The last version of page ``number``, counted from 1."""
        if number in self._logged:
            at = self._logged[number]
            return self._log[at : at + self.size]
        return self._content[(number - 1) * self.size : number * self.size]


def _on_page(page: bytes, start: int, pages: _Pages) -> Iterator[Found]:
    if len(page) < start + 12 or page[start] not in {_TABLE_LEAF, _INDEX_LEAF, _INDEX_INNER}:
        return
    kind = page[start]
    pointers = start + (12 if kind == _INDEX_INNER else 8)
    count = int.from_bytes(page[start + 3 : start + 5], "big")
    for cell in range(min(count, pages.size // 4)):
        at = int.from_bytes(page[pointers + 2 * cell : pointers + 2 * cell + 2], "big")
        try:
            yield _cell(page, at + (4 if kind == _INDEX_INNER else 0), kind, pages)
        except (IndexError, ValueError, struct.error):  # torn: not a whole record
            continue


def _cell(page: bytes, at: int, kind: int, pages: _Pages) -> Found:
    length, at = _varint(page, at)
    number = None
    if kind == _TABLE_LEAF:
        number, at = _varint(page, at)
    size = pages.size
    most = size - 35 if kind == _TABLE_LEAF else (size - 12) * 64 // 255 - 23
    local = length
    if length > most:
        least = (size - 12) * 32 // 255 - 23
        local = least + (length - least) % (size - 4)
        local = local if local <= most else least
    payload = page[at : at + local]
    follow = int.from_bytes(page[at + local : at + local + 4], "big") if length > local else 0
    while len(payload) < length:
        following = pages.last(follow)
        piece = following[4 : 4 + length - len(payload)]
        if not piece:
            raise ValueError("the chain of pages is cut")
        payload += piece
        follow = int.from_bytes(following[:4], "big")
    return Found(number, _values(payload))


def _values(payload: bytes) -> tuple[Value, ...]:
    end, at = _varint(payload, 0)
    kinds = []
    while at < end:
        kind, at = _varint(payload, at)
        kinds.append(kind)
    values = []
    for kind in kinds:
        value, at = _value(payload, at, kind)
        values.append(value)
    if at != len(payload):
        raise ValueError("the record has another length than it says")
    return tuple(values)


_INTEGERS = {1: 1, 2: 2, 3: 3, 4: 4, 5: 6, 6: 8}


def _value(payload: bytes, at: int, kind: int) -> tuple[Value, int]:
    if kind == 0:
        return None, at
    if kind in _INTEGERS:
        end = at + _INTEGERS[kind]
        return int.from_bytes(payload[at:end], "big", signed=True), end
    if kind == 7:
        return struct.unpack(">d", payload[at : at + 8])[0], at + 8
    if kind in {8, 9}:
        return kind - 8, at
    if kind < 12:
        raise ValueError("a reserved kind of value")
    end = at + (kind - 12) // 2
    piece = payload[at:end]
    return (piece.decode() if kind % 2 else piece), end


def _varint(content: bytes, at: int) -> tuple[int, int]:
    value = 0
    for step in range(8):
        byte = content[at + step]
        value = value << 7 | byte & 0x7F
        if byte < 0x80:
            return value, at + step + 1
    return value << 8 | content[at + 8], at + 9

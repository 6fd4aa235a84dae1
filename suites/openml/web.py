"""Answers of an OpenML server: asked again where that can help, refused where they are no data."""

from __future__ import annotations

import hashlib
import json
import os
import re
import ssl
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from http.client import HTTPException, HTTPResponse
from pathlib import Path
from random import SystemRandom
from time import sleep
from typing import Any, TypeVar
from urllib.error import HTTPError, URLError
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

from frostgrid import __version__
from frostgrid.base.errors import FrostgridError

SERVER = "https://www.openml.org"
VARIABLE = "FROSTGRID_OPENML_URL"
"""Environment variable with another server's address, or ``offline`` to ask none."""

_BLOCK = 1 << 20
_LONGEST_JSON = 1 << 28
# Too many requests, a timeout of the server's own, or trouble that it calls passing.
_PASSING_CODES = {408, 425, 429}
_RANGE = re.compile(r"bytes (\d+)-\d+/(?:\d+|\*)")
_ONLINE = f"check the network, or set {VARIABLE} to a mirror's address"

T = TypeVar("T")


class RefusedError(FrostgridError):
    """The server understood and said no; asking again would not help."""


class UnreachableError(FrostgridError):
    """The server did not answer, or not to the end, however often it was asked."""


class _PassingError(Exception):
    """A failure that may be gone the next time."""


@dataclass(frozen=True, slots=True)
class Web:
    """How a server is asked.

    Attributes
    ----------
    base
        Its address without a slash at the end; None asks nobody.
    timeout
        Seconds without a sign of life that count as a failure.
    pauses
        Seconds between attempts, each varied by half so that workers do not come back together.
    """

    base: str | None
    timeout: float = 60.0
    pauses: tuple[float, ...] = (1.0, 2.0, 4.0, 8.0)

    def json(self, path: str) -> Any:  # noqa: ANN401 - any JSON value
        """JSON answer under ``/api/v1/json``.

        Raises
        ------
        FrostgridError
            The server says no, cannot be reached, or answers with something else.
        """
        url = f"{self.base}/api/v1/json{path}"
        return self._repeated(url, lambda: _json(url, self.timeout))

    def arff(self, url: str, part: Path, md5: str | None) -> None:
        """Fetch an ARFF file into ``part``, going on where an earlier attempt stopped.

        Parameters
        ----------
        url
            Where it is.
        part
            Grows until it is complete; kept when the network fails, removed when it is wrong.
        md5
            What it must have. Without one nothing shows that two pieces belong together, so
            that every attempt starts anew.

        Raises
        ------
        FrostgridError
            As for ``json``; or the bytes are not those of the checksum; or the disk is full.
        """
        self._repeated(url, lambda: _download(url, part, md5, self.timeout))

    def _repeated(self, url: str, action: Callable[[], T]) -> T:
        for pause in self.pauses:
            try:
                return action()
            except _PassingError:
                sleep(pause * SystemRandom().uniform(0.5, 1.5))
        try:
            return action()
        except _PassingError as error:
            attempts = len(self.pauses) + 1
            raise UnreachableError(
                f"{url}: {error} ({attempts} attempts)", hint=f"{_ONLINE}; or try again later"
            ) from error


def web() -> Web:
    """Access to the server that the environment names."""
    base = os.environ.get(VARIABLE, SERVER).rstrip("/")
    return Web(None if base == "offline" else base)


def _json(url: str, timeout: float) -> Any:  # noqa: ANN401 - any JSON value
    with _opened(url, timeout) as answer:
        content = b"".join(_blocks(answer, _LONGEST_JSON))
    try:
        return json.loads(content)
    except ValueError as error:
        what = "a web page" if content.lstrip()[:1] == b"<" else "something else"
        raise FrostgridError(f"{url}: {what} came in the place of JSON", hint=_ONLINE) from error


def _download(url: str, part: Path, md5: str | None, timeout: float) -> None:
    start = part.stat().st_size if md5 and part.exists() else 0
    if start and md5_of(part) == md5:
        return
    with _opened(url, timeout, start) as answer:
        if answer.status == 206 and start:
            begins = _RANGE.fullmatch(answer.headers.get("Content-Range", ""))
            if begins is None or int(begins[1]) != start:
                part.unlink()
                raise _PassingError("another part of the file came than was asked for")
        else:
            start = 0
        blocks = _blocks(answer)
        first = next(blocks, b"")
        if not start:
            _refuse_pages(url, answer, first)
        _write(part, first, blocks, append=bool(start))
    if md5 and (found := md5_of(part)) != md5:
        part.unlink()
        if start:
            raise _PassingError("the rest of the file does not fit what an earlier attempt left")
        raise FrostgridError(
            f"{url}: the file's MD5 checksum is {found}, but its description says {md5}",
            hint="the server's copy is damaged; try again later, or leave this dataset out",
        )


def _opened(url: str, timeout: float, start: int = 0) -> HTTPResponse:
    if urlsplit(url).scheme not in {"http", "https"}:
        raise FrostgridError(f"{url!r} is not an address of the web", hint="is the server OpenML?")
    headers = {"User-Agent": f"frostgrid/{__version__}", "Accept-Encoding": "identity"}
    if start:
        headers["Range"] = f"bytes={start}-"
    try:
        found: HTTPResponse = urlopen(Request(url, headers=headers), timeout=timeout)  # noqa: S310 - scheme checked above
    except HTTPError as error:
        with error:
            said = _reason(error)
        if error.code == 416 and start:
            return _opened(url, timeout)
        if error.code >= 500 or error.code in _PASSING_CODES:
            raise _PassingError(said) from error
        raise RefusedError(
            f"{url}: {said}", hint="does the dataset exist, and is it public?"
        ) from error
    except (OSError, HTTPException) as error:
        reason = error.reason if isinstance(error, URLError) else error
        if isinstance(reason, ssl.SSLCertVerificationError):
            raise FrostgridError(f"{url}: {reason}", hint=_ONLINE) from error
        raise _PassingError(_text(reason)) from error
    return found


def _blocks(answer: HTTPResponse, most: int | None = None) -> Iterator[bytes]:
    """Body of an answer; one that ends before its announced length is a failure."""
    announced = answer.headers.get("Content-Length")
    came = 0
    while True:
        try:
            block = answer.read(_BLOCK)
        except (OSError, HTTPException) as error:
            raise _PassingError(f"stopped after {came:,} bytes: {_text(error)}") from error
        if not block:
            break
        came += len(block)
        if most is not None and came > most:
            raise FrostgridError(f"{answer.url}: more than {most:,} bytes", hint=_ONLINE)
        yield block
    if announced is not None and came != int(announced):
        raise _PassingError(f"stopped after {came:,} of {int(announced):,} bytes")


def _refuse_pages(url: str, answer: HTTPResponse, first: bytes) -> None:
    # Servers in trouble, and the sign-in pages of networks, answer with status 200.
    head = first.removeprefix(b"\xef\xbb\xbf").lstrip()[:1]
    if answer.headers.get_content_type() == "text/html" or head not in {b"%", b"@"}:
        raise FrostgridError(
            f"{url}: this is no ARFF file; it begins with {first[:40]!r}", hint=_ONLINE
        )


def _write(part: Path, first: bytes, rest: Iterator[bytes], *, append: bool) -> None:
    try:
        with part.open("ab" if append else "wb") as file:
            file.write(first)
            file.writelines(rest)
    except OSError as error:  # the network's own errors have another type by now
        raise FrostgridError(f"{part}: {error.strerror}", hint="make room") from error


def md5_of(path: Path) -> str:
    """MD5 checksum, OpenML's own, of a file's bytes."""
    with path.open("rb") as file:
        return hashlib.file_digest(
            file, lambda: hashlib.new("md5", usedforsecurity=False)
        ).hexdigest()


def _reason(error: HTTPError) -> str:
    """Status, and what OpenML says in its own words where it does."""
    try:
        said = json.loads(error.read(_BLOCK))["error"]
        return f"HTTP {error.code}: {said['message']} (code {said['code']})"
    except (OSError, HTTPException, ValueError, KeyError, TypeError):
        return f"HTTP {error.code} {error.reason}"


def _text(error: object) -> str:
    return str(error) or type(error).__name__

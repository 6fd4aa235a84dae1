"""The client of OpenML, against a server that misbehaves."""

from __future__ import annotations

import hashlib
import socket
import time
from http.server import BaseHTTPRequestHandler
from pathlib import Path

import pytest

import suites.openml.web
from frostgrid.base.errors import FrostgridError
from suites.openml.web import RefusedError, UnreachableError, Web, web
from tests.openml.server import (
    IRIS,
    Server,
    as_json,
    body,
    cut,
    failing,
    ranged,
    unknown,
)

RAW = IRIS.encode()
MD5 = hashlib.md5(RAW).hexdigest()
FILE, ASK = "/file.arff", "/api/v1/json/ask"


@pytest.fixture
def client(server: Server) -> Web:
    return Web(server.url, timeout=5.0, pauses=(0.0, 0.0))


def fetched(client: Web, server: Server, folder: Path, md5: str | None = MD5) -> bytes:
    client.arff(server.url + FILE, folder / "part", md5)
    return (folder / "part").read_bytes()


def one_line(error: pytest.ExceptionInfo[FrostgridError]) -> str:
    text = str(error.value)
    assert "\n" not in text
    assert error.value.hint
    return text


@pytest.mark.parametrize("status", [500, 502, 503, 504, 408, 429])
def test_a_passing_failure_is_asked_again(client: Web, server: Server, status: int) -> None:
    server.on(ASK, failing(status), failing(status), as_json({"a": 1}))
    assert client.json("/ask") == {"a": 1}
    assert server.count(ASK) == 3


def test_a_failure_that_stays_ends_after_the_last_attempt(client: Web, server: Server) -> None:
    server.on(ASK, failing(500))
    with pytest.raises(UnreachableError, match="HTTP 500") as caught:
        client.json("/ask")
    assert "3 attempts" in one_line(caught)
    assert server.count(ASK) == 3


@pytest.mark.parametrize("status", [400, 401, 403, 404, 410])
def test_a_no_is_not_asked_again(client: Web, server: Server, status: int) -> None:
    server.on(ASK, failing(status))
    with pytest.raises(RefusedError, match=f"HTTP {status}") as caught:
        client.json("/ask")
    one_line(caught)
    assert server.count(ASK) == 1


def test_what_openml_says_of_an_unknown_id_is_shown_in_its_own_words(
    client: Web, server: Server
) -> None:
    server.on(ASK, unknown())
    with pytest.raises(RefusedError, match=r"HTTP 412: Unknown dataset \(code 111\)"):
        client.json("/ask")
    assert server.count(ASK) == 1


def test_pauses_grow_are_varied_and_are_taken_between_attempts_only(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    slept: list[float] = []
    monkeypatch.setattr(suites.openml.web, "sleep", slept.append)
    server.on(ASK, failing(500))
    for _ in range(5):
        with pytest.raises(UnreachableError):
            Web(server.url, pauses=(1.0, 2.0, 4.0)).json("/ask")
    assert len(slept) == 15
    for position, pause in enumerate((1.0, 2.0, 4.0)):
        taken = slept[position::3]
        assert all(pause / 2 <= found <= pause * 1.5 for found in taken)
        assert len(set(taken)) > 1
    assert list(Web("x").pauses) == sorted(Web("x").pauses)
    assert sum(Web("x").pauses) < 60


def test_nobody_listening_and_a_slow_answer_count_as_unreachable(server: Server) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with pytest.raises(UnreachableError, match="refused"):
        Web(f"http://127.0.0.1:{port}", pauses=(0.0,)).json("/ask")

    def slow(handler: BaseHTTPRequestHandler) -> None:
        time.sleep(0.6)
        handler.close_connection = True

    server.on(ASK, slow, as_json([1]))
    assert Web(server.url, timeout=0.2, pauses=(0.0,)).json("/ask") == [1]
    server.on(ASK, slow)
    with pytest.raises(UnreachableError, match="timed out"):
        Web(server.url, timeout=0.2, pauses=(0.0,)).json("/ask")


def test_json_that_ends_early_is_asked_again_and_a_page_in_its_place_is_refused(
    client: Web, server: Server
) -> None:
    server.on(ASK, cut(b'{"a": [1, 2]}', 6), as_json({"a": [1, 2]}))
    assert client.json("/ask") == {"a": [1, 2]}
    server.on(ASK, body(b"<!DOCTYPE html><p>Sign in</p>", "text/html"))
    with pytest.raises(FrostgridError, match="a web page came in the place of JSON") as caught:
        client.json("/ask")
    one_line(caught)
    server.on(ASK, body(b"oops"))
    with pytest.raises(FrostgridError, match="something else came in the place of JSON"):
        client.json("/ask")


def test_a_file_comes_whole(client: Web, server: Server, tmp_path: Path) -> None:
    server.on(FILE, ranged(RAW))
    assert fetched(client, server, tmp_path) == RAW
    ((_, headers),) = server.asked
    assert headers["User-Agent"].startswith("frostgrid/")
    assert "Range" not in headers


def test_a_file_that_ends_early_is_gone_on_with_from_where_it_stopped(
    client: Web, server: Server, tmp_path: Path
) -> None:
    server.on(FILE, cut(RAW, 100), ranged(RAW))
    assert fetched(client, server, tmp_path) == RAW
    assert [headers.get("Range") for _, headers in server.asked] == [None, "bytes=100-"]


def test_a_file_that_always_ends_early_is_refused_and_kept_to_go_on_later(
    client: Web, server: Server, tmp_path: Path
) -> None:
    server.on(FILE, cut(RAW, 100), body(RAW, "text/plain", 500))
    with pytest.raises(UnreachableError, match="HTTP 500"):
        fetched(client, server, tmp_path)
    assert (tmp_path / "part").read_bytes() == RAW[:100]
    server.on(FILE, ranged(RAW))
    assert fetched(client, server, tmp_path) == RAW


def test_a_server_without_ranges_sends_all_again(
    client: Web, server: Server, tmp_path: Path
) -> None:
    server.on(FILE, cut(RAW, 100), body(RAW, "text/plain"))
    assert fetched(client, server, tmp_path) == RAW


def test_without_a_checksum_nothing_is_joined(client: Web, server: Server, tmp_path: Path) -> None:
    server.on(FILE, cut(RAW, 100), ranged(RAW))
    assert fetched(client, server, tmp_path, md5=None) == RAW
    assert all("Range" not in headers for _, headers in server.asked)


@pytest.mark.parametrize("left", [b"@RELATION other file", RAW + b"too long", RAW[:50] + b"X"])
def test_what_another_file_left_behind_is_thrown_away(
    client: Web, server: Server, tmp_path: Path, left: bytes
) -> None:
    (tmp_path / "part").write_bytes(left)
    server.on(FILE, ranged(RAW))
    assert fetched(client, server, tmp_path) == RAW


def test_another_part_than_was_asked_for_is_thrown_away(
    client: Web, server: Server, tmp_path: Path
) -> None:
    wrong = body(RAW[50:], "text/plain", 206, Content_Range=f"bytes 50-{len(RAW) - 1}/{len(RAW)}")
    server.on(FILE, cut(RAW, 100), wrong, ranged(RAW))
    assert fetched(client, server, tmp_path) == RAW


def test_a_complete_file_left_behind_is_not_fetched_again(
    client: Web, server: Server, tmp_path: Path
) -> None:
    (tmp_path / "part").write_bytes(RAW)
    assert fetched(client, server, tmp_path) == RAW
    assert not server.asked


def test_a_wrong_checksum_is_refused_and_nothing_stays(
    client: Web, server: Server, tmp_path: Path
) -> None:
    server.on(FILE, ranged(RAW.replace(b"5.1", b"5.2")))
    with pytest.raises(FrostgridError, match=f"its description says {MD5}") as caught:
        fetched(client, server, tmp_path)
    one_line(caught)
    assert not (tmp_path / "part").exists()
    assert server.count(FILE) == 1


@pytest.mark.parametrize(
    "answer",
    [
        body(b"<html>Down for maintenance</html>", "text/html"),
        body(RAW, "text/html; charset=UTF-8"),
        body(b"\n <?xml version='1.0'?><oml:error/>", "text/xml"),
        body(b'{"error": "no"}'),
        body(b"", "text/plain"),
    ],
)
@pytest.mark.parametrize("md5", [MD5, None])
def test_a_page_or_error_in_the_place_of_a_file_is_refused_before_it_is_kept(
    client: Web, server: Server, tmp_path: Path, answer: object, md5: str | None
) -> None:
    server.on(FILE, answer)  # type: ignore[arg-type]
    with pytest.raises(FrostgridError, match="this is no ARFF file") as caught:
        fetched(client, server, tmp_path, md5)
    one_line(caught)
    assert not (tmp_path / "part").exists()
    assert server.count(FILE) == 1


@pytest.mark.parametrize("url", ["file:///etc/passwd", "ftp://127.0.0.1/x", "/etc/passwd", ""])
def test_addresses_that_are_not_of_the_web_are_refused(
    client: Web, tmp_path: Path, url: str
) -> None:
    with pytest.raises(FrostgridError, match="is not an address of the web"):
        client.arff(url, tmp_path / "part", None)
    assert not (tmp_path / "part").exists()


def test_a_redirect_to_a_local_file_is_not_followed(
    client: Web, server: Server, tmp_path: Path
) -> None:
    server.on(FILE, body(b"", "text/plain", 302, Location="file:///etc/passwd"))
    with pytest.raises(FrostgridError, match="HTTP 302"):
        client.arff(server.url + FILE, tmp_path / "part", None)
    assert not (tmp_path / "part").exists()


def test_a_full_disk_is_one_line(client: Web, server: Server) -> None:
    server.on(FILE, ranged(RAW))
    with pytest.raises(FrostgridError, match=r"/dev/full: No space left on device; make room"):
        client.arff(server.url + FILE, Path("/dev/full"), None)


def test_the_environment_names_another_server_or_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("FROSTGRID_OPENML_URL", raising=False)
    assert web().base == "https://www.openml.org"
    monkeypatch.setenv("FROSTGRID_OPENML_URL", "http://localhost:1/")
    assert web().base == "http://localhost:1"
    monkeypatch.setenv("FROSTGRID_OPENML_URL", "offline")
    assert web().base is None

"""A server on loopback that answers in the shapes of OpenML, well or badly, as a test asks."""

from __future__ import annotations

import hashlib
import json
import threading
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Answer = Callable[[BaseHTTPRequestHandler], None]

IRIS = """% Fisher 1936
@RELATION iris
@ATTRIBUTE id INTEGER
@ATTRIBUTE sepallength REAL
@ATTRIBUTE colour {red, 'dark blue'}
@ATTRIBUTE class {setosa, versicolor}
@DATA
1,5.1,red,setosa
2,4.9,'dark blue',setosa
3,?,red,versicolor
4,6.4,red,versicolor
5,7.0,'dark blue',versicolor
"""


def body(
    content: bytes, kind: str = "application/json", status: int = 200, **headers: str
) -> Answer:
    """Answer with these bytes."""

    def answer(handler: BaseHTTPRequestHandler) -> None:
        handler.send_response(status)
        handler.send_header("Content-Type", kind)
        handler.send_header("Content-Length", str(len(content)))
        for name, value in headers.items():
            handler.send_header(name.replace("_", "-"), value)
        handler.end_headers()
        handler.wfile.write(content)

    return answer


def as_json(value: object, status: int = 200) -> Answer:
    return body(json.dumps(value).encode(), status=status)


def failing(status: int) -> Answer:
    return body(b"<html>trouble</html>", "text/html", status)


def unknown(code: int = 111, message: str = "Unknown dataset") -> Answer:
    """What OpenML says of an id that it does not have."""
    return as_json({"error": {"code": str(code), "message": message}}, status=412)


def cut(content: bytes, after: int, kind: str = "text/plain") -> Answer:
    """Announce all bytes, and hang up after some."""

    def answer(handler: BaseHTTPRequestHandler) -> None:
        handler.send_response(200)
        handler.send_header("Content-Type", kind)
        handler.send_header("Content-Length", str(len(content)))
        handler.end_headers()
        handler.wfile.write(content[:after])
        handler.close_connection = True

    return answer


def ranged(content: bytes) -> Answer:
    """Serve the part that is asked for, as OpenML's file server does."""

    def answer(handler: BaseHTTPRequestHandler) -> None:
        asked = handler.headers.get("Range")
        if asked is None:
            return body(content, "text/plain")(handler)
        start = int(asked.removeprefix("bytes=").removesuffix("-"))
        if start >= len(content):
            return body(b"", "text/plain", 416)(handler)
        span = f"bytes {start}-{len(content) - 1}/{len(content)}"
        return body(content[start:], "text/plain", 206, Content_Range=span)(handler)

    return answer


class Server:
    """Paths, and how each answers: one behaviour per request, the last one for ever."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.answers: dict[str, list[Answer]] = {}
        self.asked: list[tuple[str, dict[str, str]]] = []
        self._count: defaultdict[str, int] = defaultdict(int)

    def on(self, path: str, *answers: Answer) -> None:
        self.answers[path] = list(answers)
        self._count[path] = 0

    def count(self, path: str) -> int:
        """How often a path was asked for."""
        return sum(path == found for found, _ in self.asked)

    def respond(self, handler: BaseHTTPRequestHandler) -> None:
        self.asked.append((handler.path, dict(handler.headers)))
        answers = self.answers.get(handler.path, [failing(404)])
        place = min(self._count[handler.path], len(answers) - 1)
        self._count[handler.path] += 1
        answers[place](handler)

    def dataset(
        self, did: int, content: str = IRIS, features: object = None, **changed: object
    ) -> str:
        """Put up a dataset; returns the path of its file. ``changed`` replaces fields."""
        raw = content.encode()
        path = f"/data/v1/download/{did}/data.arff"
        description: dict[str, Any] = {
            "id": str(did),
            "name": "iris",
            "version": "1",
            "description": "Flowers",
            "format": "ARFF",
            "upload_date": "2014-04-06T23:23:39",
            "licence": "Public",
            "url": f"{self.url}{path}",
            "file_id": str(did),
            "default_target_attribute": "class",
            "row_id_attribute": "id",
            "tag": ["study_14", "uci"],
            "visibility": "public",
            "status": "active",
            "md5_checksum": hashlib.md5(raw).hexdigest(),
        } | changed
        description = {key: value for key, value in description.items() if value is not None}
        self.on(f"/api/v1/json/data/{did}", as_json({"data_set_description": description}))
        shape = features or {"data_features": {"feature": []}}
        self.on(f"/api/v1/json/data/features/{did}", as_json(shape))
        self.on(path, ranged(raw))
        return path


def feature(name: str, *, ignored: bool = False, row_id: bool = False) -> dict[str, str]:
    return {
        "index": "0",
        "name": name,
        "data_type": "numeric",
        "is_target": "false",
        "is_ignore": str(ignored).lower(),
        "is_row_identifier": str(row_id).lower(),
        "number_of_missing_values": "0",
    }


@contextmanager
def serving() -> Iterator[Server]:
    """A server on a free port of loopback."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            found.respond(self)

        def log_message(self, *_: object) -> None:
            pass

    http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    found = Server(f"http://127.0.0.1:{http.server_port}")
    thread = threading.Thread(target=http.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield found
    finally:
        http.shutdown()
        http.server_close()
        thread.join()

"""A server and an empty cache."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from suites.openml.cache import Cache
from suites.openml.web import Web
from tests.openml.server import Server, serving


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    monkeypatch.setenv("no_proxy", "127.0.0.1")
    with serving() as found:
        yield found


@pytest.fixture
def cache(server: Server, tmp_path: Path) -> Cache:
    return Cache(tmp_path / "cache", Web(server.url, timeout=5.0, pauses=(0.0, 0.0)))

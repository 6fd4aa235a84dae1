"""The cache of OpenML: an entry whose checksums do not hold does not exist."""

from __future__ import annotations

import json
import logging
import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from frostgrid.base.digest import digest_file
from frostgrid.base.errors import FrostgridError
from suites.openml.cache import Cache, user_cache
from suites.openml.web import UnreachableError, Web
from tests.openml.server import IRIS, Server, body, cut, failing, ranged, unknown

RAW = IRIS.encode()


def test_what_was_fetched_is_there_for_ever(cache: Cache, server: Server) -> None:
    server.dataset(61)
    entry = cache.fetch(61)
    assert entry.path.read_bytes() == RAW
    assert entry.recipe.sha256 == digest_file(entry.path)
    asked = len(server.asked)
    assert cache.fetch(61) == entry
    assert Cache(cache.folder, Web(None)).fetch(61) == entry
    assert len(server.asked) == asked
    assert sorted(path.name for path in entry.path.parent.iterdir()) == [
        "data.arff",
        "lock",
        "recipe.json",
    ]


def truncated(data: Path, _recipe: Path) -> None:
    data.write_bytes(data.read_bytes()[:-7])


def emptied(data: Path, _recipe: Path) -> None:
    data.write_bytes(b"")


def flipped(data: Path, _recipe: Path) -> None:
    raw = bytearray(data.read_bytes())
    raw[-5] ^= 1
    data.write_bytes(raw)


def removed(data: Path, _recipe: Path) -> None:
    data.unlink()


def recipe_emptied(_data: Path, recipe: Path) -> None:
    recipe.write_bytes(b"")


def recipe_changed(_data: Path, recipe: Path) -> None:
    recipe.write_text(recipe.read_text().replace('"drop": [\n      "id"\n    ]', '"drop": []'))


def recipe_not_ours(_data: Path, recipe: Path) -> None:
    recipe.write_text("[1, 2]")


DAMAGE = [truncated, emptied, flipped, removed, recipe_emptied, recipe_changed, recipe_not_ours]


@pytest.mark.parametrize("damage", DAMAGE)
def test_a_bad_cache_entry_is_fetched_again_once_and_named(
    cache: Cache,
    server: Server,
    caplog: pytest.LogCaptureFixture,
    damage: object,
) -> None:
    server.dataset(61)
    entry = cache.fetch(61)
    recipe = entry.path.with_name("recipe.json")
    before = recipe.read_bytes()
    damage(entry.path, recipe)  # type: ignore[operator]
    asked = server.count("/api/v1/json/data/61")
    with caplog.at_level(logging.WARNING):
        assert cache.fetch(61) == entry
    assert entry.path.read_bytes() == RAW
    assert recipe.read_bytes() == before
    assert server.count("/api/v1/json/data/61") == asked + 1
    (said,) = caplog.messages
    assert str(entry.path.parent) in said
    assert said.endswith("it is fetched again")
    cache.fetch(61)
    assert server.count("/api/v1/json/data/61") == asked + 1


@pytest.mark.parametrize("damage", DAMAGE)
@pytest.mark.parametrize("way", ["offline", "down", "cut", "wrong"])
def test_without_a_good_copy_to_take_its_place_nothing_is_deleted_or_overwritten(
    cache: Cache, server: Server, damage: object, way: str
) -> None:
    path = server.dataset(61)
    entry = cache.fetch(61)
    damage(entry.path, entry.path.with_name("recipe.json"))  # type: ignore[operator]

    def contents() -> dict[str, bytes]:
        return {
            found.name: found.read_bytes()
            for found in entry.path.parent.iterdir()
            if not found.name.endswith(".part")
        }

    before = contents()
    if way == "down":
        server.on("/api/v1/json/data/61", failing(500))
    elif way == "cut":
        server.on(path, cut(RAW, 30))
    elif way == "wrong":
        server.on(path, body(RAW + b"%", "text/plain"))
    asking = Cache(cache.folder, Web(None)) if way == "offline" else cache
    unharmed = entry.path.exists() and entry.path.read_bytes() == RAW
    if unharmed and way in {"cut", "wrong"}:  # only the recipe has to be settled again
        assert asking.fetch(61) == entry
        return
    with pytest.raises(FrostgridError) as caught:
        asking.fetch(61)
    assert "\n" not in str(caught.value)
    assert contents() == before
    if way == "offline":
        assert str(entry.path.parent) in str(caught.value)


def test_offline_what_was_never_fetched_is_one_line_and_leaves_no_trace(tmp_path: Path) -> None:
    cache = Cache(tmp_path / "cache", Web(None))
    with pytest.raises(FrostgridError, match=r"61 of OpenML.*never been fetched.*'offline'; go"):
        cache.fetch(61)
    assert not (tmp_path / "cache").exists()


KILLED = """
import os, signal, sys
from pathlib import Path
import suites.openml.cache as cache
from suites.openml.web import Web

def die(*_):
    os.kill(os.getpid(), signal.SIGKILL)

setattr(cache, sys.argv[3], die)
cache.Cache(Path(sys.argv[1]), Web(sys.argv[2])).fetch(61)
"""


@pytest.mark.parametrize("moment", ["put", "digest_file", "write_recipe"])
def test_killed_between_download_and_rename_nothing_is_half_there_nor_fetched_twice(
    cache: Cache, server: Server, moment: str
) -> None:
    path = server.dataset(61)
    done = subprocess.run(
        [sys.executable, "-c", KILLED, str(cache.folder), server.url, moment],
        check=False,
        cwd=Path(__file__).parents[2],
        env=os.environ | {"no_proxy": "127.0.0.1"},
    )
    assert done.returncode == -signal.SIGKILL
    assert server.count(path) == 1
    assert cache.entry(61) is None
    assert cache.fetch(61).path.read_bytes() == RAW
    assert server.count(path) == 1


def test_an_interrupted_download_is_gone_on_with_by_the_next_process(
    cache: Cache, server: Server
) -> None:
    path = server.dataset(61)
    server.on(path, cut(RAW, 120), failing(503))
    with pytest.raises(UnreachableError):
        cache.fetch(61)
    assert cache.entry(61) is None
    server.on(path, ranged(RAW))
    assert cache.fetch(61).path.read_bytes() == RAW
    assert server.asked[-1][1]["Range"] == "bytes=120-"


def test_two_at_once_fetch_once(cache: Cache, server: Server) -> None:
    path = server.dataset(61)
    found = []
    threads = [threading.Thread(target=lambda: found.append(cache.fetch(61))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 4
    assert server.count(path) == 1


def test_a_file_without_a_checksum_that_ends_early_comes_whole_the_next_time(
    cache: Cache, server: Server
) -> None:
    path = server.dataset(61, md5_checksum=None)
    server.on(path, cut(RAW, 50), body(RAW, "text/plain"))
    assert cache.fetch(61).path.read_bytes() == RAW


def test_an_unknown_id_is_one_line(cache: Cache, server: Server) -> None:
    server.on("/api/v1/json/data/9", unknown())
    with pytest.raises(FrostgridError, match=r"Unknown dataset \(code 111\)"):
        cache.fetch(9)
    assert cache.entry(9) is None


def test_the_recipe_holds_the_settled_roles_and_a_digest_of_itself(
    cache: Cache, server: Server
) -> None:
    server.dataset(61)
    path = cache.fetch(61).path.with_name("recipe.json")
    document = json.loads(path.read_text())
    assert document["recipe"]["target"] == "class"
    assert document["recipe"]["drop"] == ["id"]
    assert len(document["digest"]) == 64


def test_the_cache_is_where_the_standard_variable_says(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert user_cache().folder == tmp_path / "frostgrid" / "openml"
    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert user_cache().folder == tmp_path / ".cache" / "frostgrid" / "openml"

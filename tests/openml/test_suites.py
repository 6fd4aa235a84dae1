"""Suites by OpenML id, strict and not, and their offline mirrors."""

from __future__ import annotations

import csv
import json
from collections import defaultdict
from pathlib import Path

import pytest

import suites.openml.members
from frostgrid.base.errors import FrostgridError
from frostgrid.cli.main import main
from suites.openml.members import list_names, members
from suites.openml.mirror import MANIFEST, mirrored
from suites.registry import Reference, load, suite
from tests.openml.server import IRIS, Server, cut, failing, unknown

SIZES = {"al26": 26, "cc18": 72, "lcdb265": 265, "memento39": 39, "openml100": 100}


def test_the_suites_have_the_published_sizes() -> None:
    assert {name: len(members(name)) for name in list_names()} == SIZES
    for name, size in SIZES.items():
        ids = [member.openml_id for member in members(name) if member.openml_id is not None]
        assert len(set(ids)) == len(ids)
        assert len({member.name.casefold() for member in members(name)}) == size


def test_ids_and_names_are_those_of_the_reference_tables(shared: Path) -> None:
    with (shared / "facts" / "openml_suites.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    for name, column in (
        ("memento39", "in_mementoml39"),
        ("openml100", "in_openml100"),
        ("cc18", "in_cc18"),
    ):
        expected = {int(row["did"]): row["name"] for row in rows if row[column] == "1"}
        found = {member.openml_id: member.name for member in members(name)}
        assert set(found) == set(expected)
        for did, title in expected.items():
            assert found[did] in (title, f"{title}-{did}")
    path = shared / "data" / "lcdb" / "lcdb11_metadata" / "datasets_FULL_summary.csv"
    with path.open(encoding="utf-8-sig", newline="") as file:
        ids = {int(row["OpenML_ID"]) for row in csv.DictReader(file)}
    assert {member.openml_id for member in members("lcdb265")} == ids


def test_a_name_stands_for_one_id_and_an_id_has_one_name_and_one_set_of_flags() -> None:
    names = defaultdict(set)
    known = defaultdict(set)
    for suite_name in list_names():
        for member in members(suite_name):
            if member.openml_id is not None:
                names[member.name.casefold()].add(member.openml_id)
                known[member.openml_id].add((member.name, member.flags))
    assert all(len(ids) == 1 for ids in names.values())
    assert all(len(facts) == 1 for facts in known.values())


def test_flags_are_the_known_problems() -> None:
    flagged = {m.openml_id: m.flags for m in members("memento39") if m.flags}
    assert flagged == {
        333: ("artificial",),
        334: ("artificial",),
        335: ("artificial",),
        1038: ("derived",),
        1046: ("time_ordered",),
        1120: ("artificial", "degenerate"),
        1462: ("degenerate",),
        1467: ("superseded:40994",),
        1471: ("time_ordered",),
        1479: ("artificial",),
        1504: ("superseded:40982", "degenerate"),
        1570: ("superseded:40983",),
    }
    leaky = {m.openml_id for m in members("openml100") if "leaky" in m.flags}
    assert leaky == {451, 23380}
    vocabulary = {
        flag.partition(":")[0] for name in list_names() for m in members(name) for flag in m.flags
    }
    assert vocabulary == {
        "artificial",
        "degenerate",
        "derived",
        "grouped_rows",
        "leaky",
        "not_on_openml",
        "superseded",
        "time_ordered",
        "unclear_target",
    }


def test_what_supersedes_a_dataset_is_in_cc18_or_the_list_says_another() -> None:
    in_cc18 = {member.openml_id for member in members("cc18")}
    for member in members("openml100"):
        for flag in member.flags:
            if flag.startswith("superseded:"):
                assert int(flag.partition(":")[2]) in in_cc18


def test_strict_leaves_flagged_ones_out() -> None:
    assert len(suite("memento39").datasets) == 39
    strict = suite("memento39", strict=True)
    assert len(strict.datasets) == 39 - 12
    assert "hill-valley" not in strict.datasets
    assert len(suite("cc18", strict=True).datasets) == 71
    assert not suite("embedded", strict=True).flags
    assert "heart-statlog" not in suite("embedded", strict=True).datasets


def test_a_suite_of_flagged_ones_only_is_one_line_when_strict(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "bad.csv").write_text("did,name,flags\n1479,hill-valley,artificial\n")
    monkeypatch.setattr(suites.openml.members, "LISTS", tmp_path)
    assert suite("bad").datasets == ("hill-valley",)
    with pytest.raises(FrostgridError, match="every dataset of bad has flags; ask without"):
        suite("bad", strict=True)
    (tmp_path / "broken.csv").write_text("did,name,flags\nx,hill-valley,artificial\n")
    with pytest.raises(FrostgridError, match=r"broken\.csv is damaged"):
        suite("broken")


def test_al26_takes_from_openml_or_the_catalogue_and_says_what_neither_has() -> None:
    found = suite("al26")
    kinds = {reference.name: reference.kind for reference in found.references}
    assert kinds["sonar"] == "openml"
    assert kinds["german-numeric"] == "catalogue"
    assert load(found, "mammographic").n_rows == 830
    with pytest.raises(FrostgridError, match="OpenML does not have the data of ex8a; give its"):
        load(found, "ex8a")
    assert "ex8a" not in suite("al26", strict=True).datasets


@pytest.fixture
def small(server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[int, str]:
    """A suite ``small`` of three datasets on the server; returns the paths of their files."""
    lists = tmp_path / "lists"
    lists.mkdir()
    (lists / "small.csv").write_text("did,name,flags\n1,one,\n2,two,artificial\n3,three,\n")
    monkeypatch.setattr(suites.openml.members, "LISTS", lists)
    monkeypatch.setattr("suites.openml.web.sleep", lambda _: None)
    monkeypatch.setenv("FROSTGRID_OPENML_URL", server.url)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    members.cache_clear()
    return {did: server.dataset(did, IRIS + f"6,{did}.5,red,setosa\n") for did in (1, 2, 3)}


@pytest.fixture(autouse=True)
def _forget() -> None:
    members.cache_clear()


def test_a_worker_loads_from_the_cache_with_the_network_gone(
    small: dict[int, str], server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    reference = suite("small").reference("one")
    assert not reference.at_hand()
    first = reference.load()
    assert first.name == "one"
    assert reference.at_hand()
    monkeypatch.setenv("FROSTGRID_OPENML_URL", "offline")
    again = Reference.from_dict(json.loads(json.dumps(reference.to_dict()))).load()
    assert again.digest == first.digest
    assert server.count(small[1]) == 1


def test_a_listing_asks_nobody_and_shows_what_is_known(
    small: dict[int, str], server: Server, capsys: pytest.CaptureFixture[str]
) -> None:
    suite("small").reference("one").load()
    asked = len(server.asked)
    assert main(["list", "datasets", "--suite", "small", "--json"]) == 0
    one, two, three = json.loads(capsys.readouterr().out)
    assert (one["rows"], one["openml_id"]) == (6, 1)
    assert (two["rows"], two["openml_id"], two["flags"]) == (None, 2, ["artificial"])
    assert three["dataset"] == "three"
    assert main(["list", "datasets", "--suite", "small", "--strict", "--json"]) == 0
    assert [row["dataset"] for row in json.loads(capsys.readouterr().out)] == ["one", "three"]
    assert len(server.asked) == asked
    assert small


def test_a_mirror_is_a_suite_that_needs_no_network(
    small: dict[int, str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    folder = tmp_path / "mirror"
    direct = suite("small").reference("two").load()
    assert main(["mirror", "small", "--to", str(folder)]) == 0
    assert "3 of 3 datasets" in capsys.readouterr().out
    monkeypatch.setenv("FROSTGRID_OPENML_URL", "offline")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "nowhere"))
    found = suite(str(folder))
    assert found.datasets == ("one", "two", "three")
    assert load(found, "two").digest == direct.digest
    assert load(found, "two").about == direct.about
    assert suite(str(folder), strict=True).datasets == ("one", "three")
    content = json.loads((folder / MANIFEST).read_text())
    assert content["suite"] == "small"
    recipe = content["datasets"][1]["recipe"]
    assert (recipe["openml_id"], recipe["target"], len(recipe["sha256"])) == (2, "class", 64)
    assert not (tmp_path / "nowhere").exists()
    # It may be moved: references hold the folder, and paths inside are relative.
    moved = folder.rename(tmp_path / "moved")
    assert load(suite(str(moved)), "three").n_rows == 6
    assert small


def test_a_mirror_goes_on_where_it_stopped_and_fetches_nothing_twice(
    small: dict[int, str], server: Server, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "mirror"
    suite("small").reference("one").load()  # in the user's cache, so it is copied
    raw = (IRIS + "2,6,red,setosa\n").encode()
    server.on(small[2], cut(raw, 60), failing(500))
    assert main(["mirror", "small", "--to", str(folder)]) == 1
    assert "HTTP 500" in capsys.readouterr().err
    assert suite(str(folder)).datasets == ("one",)
    server.dataset(2, raw.decode())
    assert main(["mirror", "small", "--to", str(folder)]) == 0
    assert server.asked[-4][1].get("Range") == "bytes=60-"
    assert [server.count(small[did]) for did in (1, 3)] == [1, 1]
    before = len(server.asked)
    assert main(["mirror", "small", "--to", str(folder)]) == 0
    assert len(server.asked) == before
    # One damaged file is fetched again, and no other.
    (folder / "3" / "data.arff").write_text("")
    assert main(["mirror", "small", "--to", str(folder)]) == 0
    assert [server.count(small[did]) for did in (1, 3)] == [1, 2]


def test_a_dataset_that_the_server_refuses_is_left_out_and_told(
    small: dict[int, str], server: Server, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    server.on("/api/v1/json/data/2", unknown())
    assert main(["mirror", "small", "--to", str(tmp_path / "mirror")]) == 1
    said = capsys.readouterr().out
    assert "two: left out." in said
    assert "Unknown dataset" in said
    assert "2 of 3 datasets" in said
    assert suite(str(tmp_path / "mirror")).datasets == ("one", "three")
    assert small


def test_a_mirror_with_strict_leaves_flagged_ones_out(
    small: dict[int, str], server: Server, tmp_path: Path
) -> None:
    assert main(["mirror", "small", "--to", str(tmp_path / "mirror"), "--strict"]) == 0
    assert suite(str(tmp_path / "mirror")).datasets == ("one", "three")
    assert server.count(small[2]) == 0


@pytest.mark.parametrize(
    ("file", "why"),
    [
        ("../outside.arff", "is outside of the mirror"),
        ("/etc/passwd", "is outside of the mirror"),
        ("link.arff", "is outside of the mirror"),
        ("1/absent.arff", "is missing, or not the file"),
        ("1", "is missing, or not the file"),
    ],
)
def test_a_manifest_from_elsewhere_cannot_make_us_read_other_files(
    small: dict[int, str], tmp_path: Path, file: str, why: str
) -> None:
    folder = tmp_path / "mirror"
    assert main(["mirror", "small", "--to", str(folder)]) == 0
    (tmp_path / "outside.arff").write_text(IRIS)
    (folder / "link.arff").symlink_to(tmp_path / "outside.arff")
    path = folder / MANIFEST
    path.write_text(path.read_text().replace("1/data.arff", file))
    with pytest.raises(FrostgridError, match=why):
        load(suite(str(folder)), "one")
    assert load(suite(str(folder)), "two").n_rows == 6
    assert small


def test_a_changed_file_or_manifest_of_a_mirror_is_one_line(
    small: dict[int, str], tmp_path: Path
) -> None:
    folder = tmp_path / "mirror"
    assert main(["mirror", "small", "--to", str(folder)]) == 0
    data = folder / "1" / "data.arff"
    data.write_text(data.read_text().replace("5.1", "5.2"))
    with pytest.raises(FrostgridError, match=r"data\.arff is missing, or not the file that"):
        load(suite(str(folder)), "one")
    with pytest.raises(FrostgridError, match="did you mean three"):
        load(suite(str(folder)), "tree")
    (folder / MANIFEST).write_text('{"format": 1}')
    with pytest.raises(FrostgridError, match=r"frostgrid-mirror\.json is damaged"):
        mirrored(folder)
    assert small


def test_a_mirror_is_not_made_of_something_else(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "notes.txt").write_text("mine")
    assert main(["mirror", "cc18", "--to", str(tmp_path)]) == 1
    assert "is not empty and holds no mirror" in capsys.readouterr().err
    assert main(["mirror", "cc81", "--to", str(tmp_path / "new")]) == 1
    assert "did you mean cc18?" in capsys.readouterr().err


def test_a_run_plans_a_strict_suite_and_its_plan_needs_no_network(
    small: dict[int, str],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    command = ["run", "grid", "--suite", "small", "--strict", "--rows", "0", "--splits", "0"]
    command += ["--learners", "sklearn_dummy", "--dry-run"]
    assert main(command) == 0
    assert "2 datasets x 1 split x 1 learner" in capsys.readouterr().out
    monkeypatch.setenv("FROSTGRID_OPENML_URL", "offline")
    assert main(command) == 0
    assert not (tmp_path / "cache" / "frostgrid" / "openml" / "2").exists()
    assert small

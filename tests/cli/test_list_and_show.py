"""Listings and pages: what a newcomer can look at."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable

import pytest

from frostgrid.cli.main import app, main
from frostgrid.cli.show import KINDS
from grids.frozen import load, n_effective
from grids.registry import presets, spaces, twins
from runners.registry import learners

Said = Callable[[str], str]

LISTINGS = (
    *("learners", "grids", "presets", "twins", "suites", "datasets", "protocols", "studies"),
    *("datasets --suite cc18", "datasets --suite demo --health"),
)
PAGES = ("kuehn2018", "ranger~sklearn_random_forest", "memento/xgboost", "ranger", "demo")


@pytest.fixture
def said(capsys: pytest.CaptureFixture[str]) -> Said:
    def call(command: str) -> str:
        assert main(command.split()) == 0
        return capsys.readouterr().out

    return call


def test_presets_are_listed_with_what_they_are_their_learners_and_source(said: Said) -> None:
    rows = {row["preset"]: row for row in json.loads(said("list presets --json"))}
    assert set(rows) == {space.preset for space in spaces()}
    for name, row in rows.items():
        assert (row["title"], row["source"]) == (presets()[name].title, presets()[name].source)
        assert row["learners"] == [space.learner for space in spaces() if space.preset == name]
    table = said("list presets")
    assert "catboost; gbm; glmnet; kknn; python_kknn;" in table
    assert f"{len(rows['frostgrid']['learners'])} learners" in table


@pytest.mark.parametrize("name", [preset.name for preset in presets()])
def test_a_preset_is_shown_with_the_rows_different_ones_and_source_of_its_grids(
    name: str, said: Said
) -> None:
    page = json.loads(said(f"show {name} --json"))
    assert (page["preset"], page["source"]) == (name, presets()[name].source)
    assert [grid["learner"] for grid in page["grids"]] == [
        space.learner for space in spaces() if space.preset == name
    ]
    for row in page["grids"]:
        grid = load(f"{name}/{row['learner']}")
        assert (row["rows"], row["different"]) == (len(grid.rows), n_effective(grid))
        assert (row["source"], row["sha256"]) == (grid.space.source, grid.sha256)


def test_what_we_completed_of_a_published_preset_is_marked(said: Said) -> None:
    lines = said("show memento").splitlines()
    marked = [line.split()[0] for line in lines if "completed by us" in line]
    assert marked == ["source:", "catboost", "ranger"]


def test_twins_are_listed_with_how_many_arguments_match(said: Said) -> None:
    rows = json.loads(said("list twins --json"))
    assert [row["twin"] for row in rows] == [twin.name for twin in twins()]
    for row in rows:
        twin = twins()[row["twin"]]
        assert (row["r"], row["python"]) == (twin.r, twin.python)
        assert (row["matched"], row["held"], row["unmatched"]) == (
            *(len(twin.counterparts), len(twin.held)),
            len(twin.alone),
        )
        assert row["available"] == (not row["reason"])
        assert row["twin"] in said("list twins")


@pytest.mark.parametrize("name", [twin.name for twin in twins()])
def test_a_twin_is_shown_with_both_sides_and_as_its_r_learner_shows_it(
    name: str, said: Said
) -> None:
    page = said(f"show {name} --json")
    twin = twins()[name]
    assert page == said(f"show {twin.r} --names {twin.python} --json")
    found = json.loads(page)
    assert [side["learner"] for side in found["sides"]] == [twin.r, twin.python]
    assert [side["title"] for side in found["sides"]] == [
        learners()[side].title for side in twin.sides.values()
    ]
    assert found["names"] == list(twin.names())
    for alone in twin.alone:
        assert any(alone.name in line.values() for line in found["names"])
        assert alone.why in page


def test_a_digest_has_twelve_digits_in_a_table_and_all_in_json_and_on_its_own_page(
    said: Said,
) -> None:
    name = "memento/xgboost"
    whole = load(name).sha256
    rows = {row["grid"]: row["sha256"] for row in json.loads(said("list grids --json"))}
    assert rows[name] == whole
    for table in (said("list grids"), said("show memento")):
        assert f" {whole[:12]} " in table.replace("\n", " \n")
        assert whole[:13] not in table
    assert f"sha256: {whole}\n" in said(f"show {name}")


@pytest.mark.parametrize(
    "command", [*(f"list {x}" for x in LISTINGS), *(f"show {x}" for x in PAGES)]
)
def test_tables_are_readable_at_80_columns(
    command: str, said: Said, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No line of a table is longer, and no word of what a wide one tells is broken."""
    monkeypatch.delenv("COLUMNS", raising=False)
    wide = said(command)
    monkeypatch.setenv("COLUMNS", "80")
    narrow = said(command)
    lines = [line for line in narrow.splitlines() if ": " not in line[:20]]
    assert max(map(len, lines)) <= 80
    assert set(wide.split()) == set(narrow.split())


def test_an_unknown_name_gets_the_nearest_few_and_the_commands_that_list_each_kind(
    capsys: pytest.CaptureFixture[str],
) -> None:
    for name, few in (("nosuch", "the nearest of"), ("kuehn", "did you mean kuehn2018")):
        assert main(["show", name]) == 1
        error = capsys.readouterr().err
        assert few in error
        assert len(error) < 300
        assert error.count("\n") == 1
        for kind in KINDS:
            assert f"{kind.name}s" in error
    for kind in KINDS:
        app().parse_args(["list", f"{kind.name}s"], exit_on_error=False, print_error=False)


def test_no_two_entries_of_different_kinds_have_one_name() -> None:
    counts = Counter(name for kind in KINDS for name in set(kind.names()))
    assert [name for name, count in counts.items() if count > 1] == []

"""Pages of learners are what is declared, and the sources are read rightly."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from frostgrid.reference.__main__ import FOLDER, pages
from frostgrid.reference.notes import notes
from frostgrid.reference.page import page, source_of, table
from frostgrid.reference.refusals import GAP, Refusal, refusals
from runners.registry import learners


@pytest.fixture(scope="module")
def wanted() -> dict[str, str]:
    return pages()


def test_no_page_is_stale_missing_or_left_over(wanted: dict[str, str]) -> None:
    found = {path.name: path.read_text(encoding="utf-8") for path in FOLDER.glob("*.md")}
    wrong = sorted(
        name for name in found.keys() | wanted.keys() if found.get(name) != wanted.get(name)
    )
    assert not wrong, f"run 'make docs': {', '.join(wrong)}"


def test_pages_are_the_same_where_there_is_no_r(wanted: dict[str, str]) -> None:
    code = (
        "import json; from r_bridge.installation import find_r; assert find_r() is None;"
        "from frostgrid.reference.__main__ import pages; print(json.dumps(pages()))"
    )
    elsewhere = {key: value for key, value in os.environ.items() if key != "R_HOME"} | {"PATH": ""}
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, env=elsewhere
    )
    assert json.loads(done.stdout) == wanted


def test_a_page_tells_presets_ranges_and_rules_in_words() -> None:
    ranger = page(learners()["ranger"])
    for preset in ("frostgrid", "memento", "kuehn2018", "rbv2"):
        assert f"## Space `{preset}/ranger`" in ranger
    assert "`num.trees`" in ranger
    assert "whole number 10 to 500, log scale" in ranger
    assert "splitrule is extratrees" in ranger
    assert "Nearest whole number of columns, at least one" in ranger
    assert "Distribution(" not in ranger
    assert "30 different configurations" in page(learners()["kknn"])


def test_refusals_come_from_the_r_file() -> None:
    assert refusals(source_of(learners()["gbm"])) == [
        Refusal("multiclass", "gbm is used for two classes only; its multinomial fit is broken"),
        Refusal(
            "too_few_rows",
            f"gbm needs n * bag.fraction > 2 * n.minobsinnode + 1; here {GAP} and {GAP}",
        ),
        Refusal("too_many_levels", "gbm takes up to 1024 levels in a column"),
    ]
    codes = [found.code for found in refusals(source_of(learners()["MASS_lda"]))]
    assert codes == ["all_constant", "constant_within_classes"]


def test_refusals_of_shared_python_code_count_only_where_it_is_called() -> None:
    def codes(name: str) -> list[str]:
        return [found.code for found in refusals(source_of(learners()[name]))]

    assert codes("sklearn_ridge") == ["rare_class"]  # the calibration's
    assert codes("sklearn_gaussian_nb") == ["all_constant"]  # that of ``varied``
    assert codes("sklearn_knn") == ["too_few_rows"]
    assert codes("sklearn_decision_tree") == []


def test_brackets_and_commas_within_texts_and_calls_do_not_end_an_argument(tmp_path: Path) -> None:
    file = tmp_path / "mine.R"
    file.write_text(
        "fit <- function(x) {\n"
        '  if (max(x, 1) > 2) refuse("odd", "a (b, c] ", f(x, c(1, 2)), " d")\n'
        '  refuse_on(\n    "a|b", "late", "too late",\n    g(x)\n  )\n}\n'
    )
    assert refusals(file) == [Refusal("late", "too late"), Refusal("odd", f"a (b, c] {GAP} d")]


def test_notes_of_an_r_file_are_the_comments_between_functions(tmp_path: Path) -> None:
    file = tmp_path / "mine.R"
    file.write_text("#| title: T\n\n# One\n# two.\nf <- function() {\n  # inside\n}\n\n# Three.\n")
    assert notes(file) == "One\ntwo.\n\nThree."


def test_a_table_leaves_out_columns_without_content() -> None:
    assert table(("a", "b"), [("1|2", ""), ("3", "")]) == "| a |\n| --- |\n| 1\\|2 |\n| 3 |"

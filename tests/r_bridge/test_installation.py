import stat
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from frostgrid.base.errors import FrostgridError
from r_bridge.installation import RInstallation, find_r


@pytest.fixture(autouse=True)
def _forgetful() -> Iterator[None]:
    find_r.cache_clear()
    yield
    find_r.cache_clear()


def here() -> RInstallation:
    found = find_r()
    assert found is not None, "these tests need R; 'make setup' installs it"
    return found


def test_agrees_with_what_r_itself_says() -> None:
    found = here()
    code = "cat(R.home(), as.character(getRversion()), as.character(packageVersion('rpart')))"
    said = subprocess.run(
        ["Rscript", "--vanilla", "-e", code], check=True, capture_output=True, text=True
    )
    assert said.stdout.split() == [
        str(found.home),
        found.version,
        found.packages["rpart"].replace("-", "."),
    ]
    assert found.libr is not None
    assert found.libr.is_file()
    assert any((library / "rpart").is_dir() for library in found.library_paths)


def test_r_home_chooses_the_r(monkeypatch: pytest.MonkeyPatch) -> None:
    home = here().home
    find_r.cache_clear()
    monkeypatch.setenv("R_HOME", str(home))
    monkeypatch.setenv("PATH", "/usr/bin:/bin")
    assert here().home == home


def test_an_r_home_without_r_is_refused_in_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("R_HOME", str(tmp_path))
    with pytest.raises(FrostgridError, match=f"R_HOME is {tmp_path}.*unset R_HOME") as caught:
        find_r()
    assert "\n" not in str(caught.value)


def script(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)


def test_an_r_home_that_another_r_answers_for_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = here().home / "bin" / "Rscript"
    find_r.cache_clear()
    script(tmp_path / "bin" / "Rscript", f'exec env -u R_HOME {real} "$@"')
    monkeypatch.setenv("R_HOME", str(tmp_path))
    with pytest.raises(FrostgridError, match="says that its home is"):
        find_r()


def test_an_r_that_fails_says_why(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    script(tmp_path / "bin" / "Rscript", "echo 'libR.so: cannot open' >&2; exit 127")
    monkeypatch.setenv("R_HOME", str(tmp_path))
    with pytest.raises(FrostgridError, match=r"does not answer: libR\.so: cannot open"):
        find_r()


def test_a_machine_without_r_has_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("R_HOME", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert find_r() is None

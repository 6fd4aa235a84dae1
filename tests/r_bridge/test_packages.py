"""The list of R packages, and what Debian has of them."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

from r_bridge.packages import offered, r_packages

POLICY = """\
r-cran-ranger:
  Installed: (none)
  Candidate: 0.17.0-1
  Version table:
     0.17.0-1 500
r-cran-gbm:
  Installed: (none)
  Candidate: (none)
  Version table:
r-cran-e1071:
  Installed: 1.7-13-1
  Candidate: 1.7-13-1
  Version table:
 *** 1.7-13-1 500
"""


def test_every_r_learner_has_its_package_in_the_list() -> None:
    from runners.r_learner import r_learners

    listed = {package.name for package in r_packages()}
    assert listed
    assert {learner.package for learner in r_learners()} <= listed


def test_kknn_is_known_to_be_at_no_debian() -> None:
    by_name = {package.name: package for package in r_packages()}
    assert by_name["kknn"].debian is None
    assert by_name["ranger"].debian == "r-cran-ranger"


def test_a_package_without_candidate_is_not_offered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Debian 13 has no r-cran-gbm, but knows the name."""
    apt_cache = tmp_path / "apt-cache"
    apt_cache.write_text(f"#!/bin/sh\ncat <<'END'\n{POLICY}END\n")
    apt_cache.chmod(apt_cache.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    names = ["r-cran-ranger", "r-cran-gbm", "r-cran-e1071", "r-cran-unheard-of"]
    assert offered(names) == {"r-cran-ranger", "r-cran-e1071"}


def test_without_apt_everything_may_be_had(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert offered(["r-cran-gbm"]) == {"r-cran-gbm"}

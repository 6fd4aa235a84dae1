"""A small real run that several tests read."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.end_to_end.runs import PLAN, call


@pytest.fixture(scope="session")
def uninterrupted(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The run of ``PLAN``, made in one go."""
    run = tmp_path_factory.mktemp("run") / "whole"
    code, said = call("run", "grid", *PLAN, "--out", str(run), "--workers", "2")
    assert code == 0, said
    return run

"""Fixtures that several test folders share."""

from __future__ import annotations

from pathlib import Path

import pytest

SHARED = Path(__file__).resolve().parents[2] / "shared"


@pytest.fixture(scope="session")
def shared() -> Path:
    """Folder of reference results and real data beside the checkout; skips where it is missing."""
    if not SHARED.is_dir():
        pytest.skip("no reference data beside this checkout (../shared)")
    return SHARED

"""Fixtures that several test folders share."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from runners.engine.process import THREAD_CAPS

# A law holds on slow and busy machines too.
settings.register_profile("laws", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("laws")

# As in a worker. OpenMP and BLAS read these when a test first imports them.
os.environ.update(THREAD_CAPS)

# What is printed shall not depend on the terminal that the tests were started from.
os.environ.pop("COLUMNS", None)

SHARED = Path(__file__).resolve().parents[2] / "shared"


@pytest.fixture(scope="session")
def shared() -> Path:
    """Folder of reference results and real data beside the checkout; skips where it is missing."""
    if not SHARED.is_dir():
        pytest.skip("no reference data beside this checkout (../shared)")
    return SHARED

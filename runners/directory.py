"""Names of the files in a run directory."""

from __future__ import annotations

PLAN = "run.toml"
RESULTS = "results.sqlite"

"""Messages of other people's packages, made fit for a table."""

from __future__ import annotations

import re

LONGEST = 500

# xgboost puts the time of day into its messages, which would make equal runs differ.
_CLOCK = re.compile(r"\[\d\d:\d\d:\d\d\] ")


def one_line(text: str) -> str:
    """First line of ``text`` that is not blank, without time of day, at most 500 characters."""
    # Half a surrogate pair, which some libraries print, cannot be stored.
    text = text.encode("utf-8", "backslashreplace").decode("utf-8")
    lines = [line.strip() for line in _CLOCK.sub("", text).splitlines() if line.strip()]
    return lines[0][:LONGEST] if lines else ""

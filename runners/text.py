"""Messages of other people's packages, made fit for a table."""

from __future__ import annotations

import re

from frostgrid.base.printable import printable

LONGEST = 500

# Some packages colour what they say, and xgboost puts the time of day into it, which would make
# equal runs differ.
_DROPPED = re.compile(r"\x1b\[[0-9;]*m|\[\d\d:\d\d:\d\d\] ")


def one_line(text: str) -> str:
    """First line of ``text`` that is not blank, at most 500 characters that can be printed.

    Without colours and the time of day.
    """
    # Half a surrogate pair, which some libraries print, cannot be stored.
    text = _DROPPED.sub("", text.encode("utf-8", "backslashreplace").decode("utf-8"))
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return printable(lines[0].expandtabs(1))[:LONGEST] if lines else ""

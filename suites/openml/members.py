"""Which datasets a suite of OpenML has, and what is known against them."""

from __future__ import annotations

import csv
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from frostgrid.base.errors import FrostgridError

LISTS = Path(__file__).parent / "lists"


@dataclass(frozen=True, slots=True)
class Member:
    """One row of a list.

    Attributes
    ----------
    name
        As on OpenML, with ``-<id>`` behind it where another dataset of the lists has that name;
        a name stands for one id in all lists.
    openml_id
        Data id; None where OpenML does not have this data.
    flags
        Known problems: ``artificial``, ``superseded:<id>``, ``leaky``, ``degenerate`` (solved
        perfectly, so useless for ranking), ``time_ordered``, ``derived``, ``grouped_rows``,
        ``unclear_target``, ``not_on_openml``.
    """

    name: str
    openml_id: int | None
    flags: tuple[str, ...]


def list_names() -> list[str]:
    """Names of the suites, sorted."""
    return sorted(path.stem for path in LISTS.glob("*.csv"))


@cache
def members(suite: str) -> tuple[Member, ...]:
    """Datasets of a suite, in the order of its file."""
    path = LISTS / f"{suite}.csv"
    with path.open(encoding="utf-8", newline="") as file:
        try:
            return tuple(
                Member(
                    name=row["name"],
                    openml_id=int(row["did"]) if row["did"] else None,
                    flags=tuple(row["flags"].split()),
                )
                for row in csv.DictReader(file)
            )
        except (KeyError, ValueError, AttributeError) as error:
            raise FrostgridError(
                f"{path} is damaged: {error!r}", hint="its columns are did, name, flags"
            ) from error


def flags_of(openml_id: int) -> tuple[str, ...]:
    """Flags of a dataset, whichever list names it; empty for one that no list names."""
    for suite in list_names():
        for member in members(suite):
            if member.openml_id == openml_id:
                return member.flags
    return ()

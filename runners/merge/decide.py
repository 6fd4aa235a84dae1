"""What becomes of every evaluation that any of the sources holds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from runners.merge.choose import agree, choose, successes
from runners.merge.sources import Found, Source, by_key
from runners.store.row import is_whole


@dataclass(frozen=True, slots=True)
class Decision:
    """What becomes of one evaluation.

    Attributes
    ----------
    taken
        The row that counts, and whose it is; None where there is none.
    others
        Whole rows that do not count.
    conflict
        Successes that disagree; empty if they agree.
    damaged
        Rows that are not what their checksum was made of; they count nowhere.
    """

    taken: Found | None
    others: Sequence[Found]
    conflict: Sequence[Found]
    damaged: Sequence[Found]


def decisions(sources: Sequence[Source]) -> Iterator[Decision]:
    """Decide evaluation after evaluation; a success of the first source always stays."""
    for found in by_key(sources):
        yield decide(found)


def decide(found: Sequence[Found]) -> Decision:
    """Decide on the rows of one evaluation."""
    whole = [entry for entry in found if is_whole(entry[1])]
    damaged = [entry for entry in found if entry not in whole]
    rows = [row for _, row in whole]
    ok = successes(rows)
    stays = [row for position, row in whole if position == 0 and row in ok]
    chosen = stays[0] if stays else choose(rows) if rows else None
    taken = next((entry for entry in whole if entry[1] is chosen), None)
    return Decision(
        taken=taken,
        others=[entry for entry in whole if entry is not taken],
        conflict=[entry for entry in whole if entry[1] in ok] if ok and not agree(ok) else [],
        damaged=damaged,
    )

"""What the fault suite measures, and the one table that it ends in."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(slots=True)
class Figures:
    """What became of one kind of fault.

    Attributes
    ----------
    case
        The fault, for people.
    tries
        How often it was brought about.
    lost, duplicated
        Rows that were stored before and not after; keys that were stored twice.
    orphans
        Processes that outlived the run or the evaluation that started them.
    worst
        Seconds until all was as it should be, the longest; None where nothing is waited for.
    notes
        What else was counted.
    """

    case: str
    tries: int = 0
    lost: int = 0
    duplicated: int = 0
    orphans: int = 0
    worst: float | None = None
    notes: dict[str, str] = field(default_factory=dict)

    def took(self, seconds: float) -> None:
        """Note how long a try took."""
        self.worst = max(seconds, self.worst or 0.0)

    @property
    def line(self) -> str:
        """The row of the table."""
        worst = "" if self.worst is None else f"{self.worst:.1f} s"
        notes = "; ".join(f"{what}: {value}" for what, value in self.notes.items())
        cells = (self.case, self.tries, self.lost, self.duplicated, self.orphans, worst, notes)
        return "| " + " | ".join(map(str, cells)) + " |"


ALL: dict[str, Figures] = {}


def figures(case: str) -> Figures:
    """The figures of ``case``, which all its tests add to."""
    return ALL.setdefault(case, Figures(case))


def table() -> str:
    """All figures of this session."""
    head = ("case", "tries", "lost", "duplicated", "orphans", "worst time", "notes")
    rule = "| --- | ---: | ---: | ---: | ---: | ---: | --- |"
    return "\n".join(["| " + " | ".join(head) + " |", rule, *(f.line for f in ALL.values())])

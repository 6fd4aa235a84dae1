"""What a check found."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Finding:
    """Rows that cannot be true, or that are too odd to pass unseen.

    Attributes
    ----------
    check
        Name of the check.
    rows
        How many rows are concerned.
    where
        The first of them, as a person finds it.
    message
        What is wrong with it.
    """

    check: str
    rows: int
    where: str
    message: str

    def __str__(self) -> str:
        more = f" and {self.rows - 1:,} more" if self.rows > 1 else ""
        return f"{self.check}: {self.where}{more}: {self.message}"

"""Errors that a user can act on."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches


class FrostgridError(Exception):
    """An expected failure, shown by the command line as one line without a traceback.

    Parameters
    ----------
    message
        What is wrong and where, with the offending value.
    hint
        How to mend it; empty when there is nothing useful to say.
    """

    def __init__(self, message: str, *, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint

    def __str__(self) -> str:
        return f"{self.message}; {self.hint}" if self.hint else self.message


_ALL = 20
"""So many names are told where none is close; of more, the nearest few."""


class UnknownNameError(FrostgridError):
    """A name that no entry of a registry carries.

    Parameters
    ----------
    kind, name
        What was looked for.
    known
        Names that there are.
    listing
        How to see them all, where a person may want to.
    """

    def __init__(self, kind: str, name: str, known: Iterable[str], *, listing: str = "") -> None:
        names = {each.casefold(): each for each in sorted(known)}
        sought = name.casefold()
        if close := get_close_matches(sought, names, n=3):
            hint = f"did you mean {' or '.join(names[each] for each in close)}?"
        elif len(names) <= _ALL:
            hint = f"known: {', '.join(names.values())}"
        else:
            nearest = (names[each] for each in get_close_matches(sought, names, n=3, cutoff=0.0))
            hint = f"the nearest of {len(names)} are {', '.join(nearest)}"
        if listing:
            hint += f"{'' if close else ';'} {listing}"
        super().__init__(f"no {kind} is named {name!r}", hint=hint)
        self.kind = kind
        self.name = name


class NotApplicableError(FrostgridError):
    """A learner that by its nature cannot take this data or configuration.

    Parameters
    ----------
    code
        Short reason code such as ``"too_many_levels"``; stored before the message.
    message
        The same for a person.
    """

    def __init__(self, code: str, message: str) -> None:
        super().__init__(f"{code}: {message}")
        self.code = code

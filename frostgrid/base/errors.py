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


class UnknownNameError(FrostgridError):
    """A name that no entry of a registry carries."""

    def __init__(self, kind: str, name: str, known: Iterable[str]) -> None:
        names = sorted(known)
        close = get_close_matches(name, names, n=3)
        hint = f"did you mean {' or '.join(close)}?" if close else f"known: {', '.join(names)}"
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

"""Text of others, made safe for a terminal."""

from __future__ import annotations

import unicodedata


def printable(text: str) -> str:
    """``text`` with its control characters written as escapes, line ends too.

    A name or a message that holds an escape character could else recolour, move or retitle the
    terminal of whoever reads it.
    """
    if text.isprintable():
        return text
    return "".join(
        char
        if char.isprintable() or unicodedata.category(char) == "Zs"
        else char.encode("unicode_escape").decode()
        for char in text
    )

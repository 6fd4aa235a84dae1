"""What R wrote to its console, kept because packages put their reasons there."""

from __future__ import annotations

from collections import deque

_PIECES = 200
_CHARACTERS = 2000


class Console:
    """The last 2,000 characters of R's output; nothing of it reaches the terminal."""

    def __init__(self) -> None:
        self._pieces: deque[str] = deque(maxlen=_PIECES)

    def write(self, text: str) -> None:
        """Take what R writes."""
        self._pieces.append(text[-_CHARACTERS:])

    def read(self) -> str:
        """Give what R wrote since the last time, and forget it."""
        text = "".join(self._pieces)[-_CHARACTERS:]
        self._pieces.clear()
        return text


CONSOLE = Console()

"""Warnings that a learner gives: counted, and the first one kept."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TextIO

from runners.text import one_line


@dataclass(slots=True)
class Heard:
    """Warnings so far: their number, and the first as ``Category: text``."""

    count: int = 0
    first: str = ""


@contextmanager
def listening() -> Iterator[Heard]:
    """Count every Python warning of the block instead of showing it or making it an error.

    Nothing but the first text is kept, so that a learner that warns in a loop costs no memory.
    """
    heard = Heard()

    def hear(
        message: Warning | str,
        category: type[Warning],
        filename: str,  # noqa: ARG001
        lineno: int,  # noqa: ARG001
        file: TextIO | None = None,  # noqa: ARG001
        line: str | None = None,  # noqa: ARG001
    ) -> None:
        heard.count += 1
        if heard.count == 1:
            heard.first = one_line(f"{category.__name__}: {message}")

    with warnings.catch_warnings():
        warnings.simplefilter("always")
        warnings.showwarning = hear
        yield heard

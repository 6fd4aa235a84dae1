"""What the author of a source file tells its reader."""

from __future__ import annotations

import ast
from pathlib import Path


def notes(path: Path) -> str:
    """Paragraphs of the docstring of a Python module, or of the comments between R functions."""
    text = path.read_text(encoding="utf-8")
    found = _of_r(text) if path.suffix == ".R" else ast.get_docstring(ast.parse(text)) or ""
    return found.replace("``", "`")


def _of_r(text: str) -> str:
    """Comments that start a line; those inside functions are for programmers."""
    paragraphs: list[list[str]] = [[]]
    for line in text.splitlines():
        if line.startswith("# "):
            paragraphs[-1].append(line.removeprefix("# "))
        elif paragraphs[-1]:
            paragraphs.append([])
    return "\n\n".join("\n".join(lines) for lines in paragraphs if lines)

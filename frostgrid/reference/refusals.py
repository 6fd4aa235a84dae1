"""Reasons why a learner is not applicable, read from the source that refuses."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
GAP = "…"
"""Stands for what only a given dataset tells."""

# A text, a bracket, a comma, or anything else up to one of these.
_R_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[()\[\]{},]|#[^\n]*|[^"()\[\]{},#]+')
_R_REFUSAL = re.compile(r"\brefuse(_on)?\(")


@dataclass(frozen=True, slots=True, order=True)
class Refusal:
    """A reason code, and its sentence with gaps for what depends on the data."""

    code: str
    sentence: str


def refusals(path: Path) -> list[Refusal]:
    """All refusals in the file of a learner and, in Python, in what it calls in ``runners``."""
    if path.suffix == ".R":
        found = set(_in_r(path.read_text(encoding="utf-8")))
    else:
        module = ".".join(path.relative_to(ROOT).with_suffix("").parts)
        found = set(_in_python(module))
    return sorted(found)


def _in_r(text: str) -> Iterator[Refusal]:
    for match in _R_REFUSAL.finditer(text):
        arguments = [_r_words(argument) for argument in _r_arguments(text, match.end())]
        if match[1]:  # refuse_on(pattern, code, reason, expr)
            yield Refusal(arguments[1], arguments[2])
        else:
            yield Refusal(arguments[0], "".join(arguments[1:]))


def _r_arguments(text: str, start: int) -> list[str]:
    """Arguments of the call whose bracket opens right before ``start``."""
    found, depth = [""], 0
    for token in _R_TOKEN.finditer(text, start):
        piece = token[0]
        if piece in "([{":
            depth += 1
        elif piece in ")]}":
            depth -= 1
            if depth < 0:
                break
        elif piece == "," and not depth:
            found.append("")
            continue
        found[-1] += piece
    return [argument.strip() for argument in found]


def _r_words(argument: str) -> str:
    return argument[1:-1] if re.fullmatch(r'"[^"]*"', argument) else GAP


def _in_python(module: str) -> Iterator[Refusal]:
    """Refusals of a module's top level, and of all functions of ours that it comes to call."""
    seen: set[tuple[str, str]] = set()
    waiting: list[tuple[str, str]] = [(module, "")]
    while waiting:
        place = waiting.pop()
        if place in seen:
            continue
        seen.add(place)
        body, imported = _part(*place)
        for node in body:
            for inner in ast.walk(node):
                if isinstance(inner, ast.Name):
                    waiting.append(imported.get(inner.id, (place[0], inner.id)))
                elif isinstance(inner, ast.Call) and _is_refusal(inner):
                    code, message = map(_python_words, inner.args)
                    yield Refusal(code, message)


def _part(module: str, function: str) -> tuple[list[ast.stmt], dict[str, tuple[str, str]]]:
    """Statements of a function, or of a whole module, and what its names from ``runners`` mean."""
    tree = ast.parse((ROOT / f"{module.replace('.', '/')}.py").read_text(encoding="utf-8"))
    imported = {
        alias.asname or alias.name: (node.module, alias.name)
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("runners.")
        for alias in node.names
        if node.module
    }
    if not function:
        return tree.body, imported
    found = [x for x in tree.body if isinstance(x, ast.FunctionDef) and x.name == function]
    return list[ast.stmt](found), imported


def _is_refusal(call: ast.Call) -> bool:
    return isinstance(call.func, ast.Name) and call.func.id == "NotApplicableError"


def _python_words(node: ast.expr) -> str:
    match node:
        case ast.Constant(value=str(text)):
            return text
        case ast.JoinedStr(values=parts):
            return "".join(map(_python_words, parts))
    return GAP

"""Calls of R functions: R's errors, warnings and lack of memory, as Python's."""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from functools import cache
from typing import Any

from frostgrid.base.errors import FrostgridError, NotApplicableError
from frostgrid.base.plural import plural
from r_bridge.console import CONSOLE
from r_bridge.script import Script
from r_bridge.session import HERE, source, start
from r_bridge.to_r import to_r

_NO_MEMORY = ("cannot allocate", "memory exhausted", "memory limit", "bad_alloc")


class RError(FrostgridError):
    """R code failed; the message is R's own."""


class RWarning(UserWarning):
    """R code warned; the message is R's own."""


def call(script: Script, what: str, function: Any, seed: int, *arguments: Any) -> Any:  # noqa: ANN401
    """Value of an R function called after ``set.seed(seed)``; ``what`` names it in messages.

    Every R warning becomes an ``RWarning``; from the 101st on they are one together. Raises
    ``RError``, ``NotApplicableError`` where R code calls ``refuse()``, and ``MemoryError``.
    """
    interface = start()
    CONSOLE.read()
    try:
        value, code, reason, kept, count = guard()["guarded"](function, seed, *arguments)
    except interface.embedded.RRuntimeError as error:
        raise _error(script, what, str(error)) from None
    for text in kept:
        warnings.warn(text, RWarning, stacklevel=3)
    if count[0] > len(kept):
        warnings.warn(plural(count[0] - len(kept), "more warning"), RWarning, stacklevel=3)
    if code[0] == "error":
        raise _error(script, what, reason[0])
    if code[0]:
        raise NotApplicableError(code[0], reason[0])
    return value


def _error(script: Script, what: str, reason: str) -> Exception:
    """R's reason, and what R printed: some packages give the real one there."""
    if any(phrase in reason for phrase in _NO_MEMORY):
        return MemoryError(f"{script.name}.R: {what}(): {reason.strip()}")
    printed = " ".join(CONSOLE.read().split())
    said = " ".join(reason.split()) or "interrupted"
    said = f"{said} [{printed}]" if printed and printed not in said else said
    return RError(f"{script.name}.R: {what}(): {said}")


@cache
def guard() -> Mapping[str, Any]:
    """Functions of ``guard.R``."""
    return {name: _guard()[name] for name in ("guarded", "answered", "decided")}


@cache
def _guard() -> Any:  # noqa: ANN401 - an R environment
    return source(HERE / "guard.R")


@cache
def functions(script: Script) -> Mapping[str, Any]:
    """Functions of an R file, read once per process."""
    interface = start()
    environment = interface.baseenv["new.env"](parent=_guard())
    path = to_r(str(script.path))
    call(script, "load", interface.baseenv["sys.source"], 0, path, environment)
    missing = {"fit", "prob"} - set(environment)
    if missing:
        raise RError(f"{script.name}.R has no function {sorted(missing)[0]}()")
    known = ("fit", "prob", "decision")
    return {name: environment[name] for name in known if name in environment}

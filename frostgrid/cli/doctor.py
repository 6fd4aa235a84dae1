"""The command that tells what this machine lacks."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING

from frostgrid.base.plural import plural

if TYPE_CHECKING:
    from frostgrid.doctor import Check


def doctor(*, json: bool = False) -> int:
    """Check Python, R, their packages, threads and disk; say how to mend what does not work.

    Parameters
    ----------
    json
        Print JSON in place of a table.
    """
    from frostgrid.doctor import checks

    found = checks()
    problems = sum(not check.ok for check in found)
    if json:
        from json import dumps

        print(dumps({"ok": not problems, "checks": [asdict(c) for c in found]}, indent=2))
    else:
        _print(found)
        print(f"{plural(len(found), 'check')}, {problems} to mend")
    return 1 if problems else 0


def _print(found: list[Check]) -> None:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table("", "what", "found", box=None, pad_edge=False)
    for check in found:
        mark = Text("ok", "green") if check.ok else Text("MEND", "bold red")
        value = Text(check.value)
        if check.mend:
            value.append(f"\n-> {check.mend}", "bold")
        table.add_row(mark, check.name, value)
    Console().print(table)

"""Prints the table of figures after the tests, and writes it into a page on demand."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.faults.figures import ALL, table

BEGIN, END = "<!-- figures: written by make faults -->", "<!-- end of figures -->"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--figures", type=Path, help="page to write the table of figures into")


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if not ALL:
        return
    terminalreporter.section("faults")
    terminalreporter.write_line(table())
    page: Path | None = terminalreporter.config.getoption("--figures", None)
    if page is not None and not terminalreporter.stats.get("failed"):
        text = page.read_text("utf-8")
        before, after = text.partition(BEGIN)[0], text.partition(END)[2]
        page.write_text(f"{before}{BEGIN}\n{table()}\n{END}{after}", "utf-8")

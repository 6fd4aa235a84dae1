"""Prints the table of figures after the tests, and writes it into a page on demand."""

from __future__ import annotations

import signal
from pathlib import Path

import pytest

from tests.faults.figures import ALL, table

BEGIN, END = "<!-- figures: written by make faults -->", "<!-- end of figures -->"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--figures", type=Path, help="page to write the table of figures into")
    parser.addoption("--share", type=float, default=1.0, help="share of the tries of slow tests")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Shrink the tries of slow tests to what there is time for; the table says how many it were."""
    share = metafunc.config.getoption("--share", 1.0)
    for mark in metafunc.definition.iter_markers("parametrize"):
        names, values = mark.args
        if names == "tries" and share < 1:
            values[:] = [
                value
                if isinstance(value, int)
                else pytest.param(max(2, int(value.values[0] * share)), marks=value.marks)
                for value in values
            ]


@pytest.fixture(autouse=True, scope="session")
def _heard_signals() -> None:
    """A shell that starts tests in the background has them, and what they start, ignore SIGINT."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


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

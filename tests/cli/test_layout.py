"""Tables fit the width of a terminal, and their words stay whole."""

from __future__ import annotations

import io

from hypothesis import given, settings
from hypothesis import strategies as st
from rich.console import Console

from frostgrid.cli.layout import GAP, Extent, layout
from frostgrid.cli.output import table_of
from runners.evaluation import Status

extents = st.tuples(st.integers(1, 40), st.integers(0, 60)).map(
    lambda pair: Extent(pair[0], pair[0] + pair[1])
)


@given(st.lists(extents, min_size=1, max_size=12), st.integers(20, 200))
def test_every_column_is_in_one_block_and_no_block_is_too_wide(
    columns: list[Extent], width: int
) -> None:
    blocks = layout(columns, width)
    assert [position for block in blocks for position in block if position] == [
        *range(1, len(columns))
    ]
    for block in blocks:
        assert next(iter(block)) == 0
        for position, given_width in block.items():
            assert columns[position].least <= given_width <= columns[position].natural
        wide = sum(block.values()) + GAP * (len(block) - 1)
        least = sum(columns[i].least for i in block) + GAP * (len(block) - 1)
        assert wide <= width or (len(block) <= 2 and least > width)


@given(st.lists(extents, min_size=1, max_size=6))
def test_what_fits_is_one_block_of_natural_widths(columns: list[Extent]) -> None:
    width = sum(column.natural for column in columns) + GAP * (len(columns) - 1)
    natural = {position: column.natural for position, column in enumerate(columns)}
    assert layout(columns, width) == [natural]


def shown(width: int, names: list[str], rows: list[list[object]]) -> str:
    out = io.StringIO()
    Console(file=out, width=width, force_terminal=False).print(table_of(names, rows))
    return out.getvalue()


words = st.text("abcdefgh_[]/:", min_size=1, max_size=20)
sentences = st.lists(words, min_size=1, max_size=6).map(" ".join)


@settings(max_examples=30)
@given(st.lists(sentences, min_size=1, max_size=5), st.data())
def test_no_word_of_a_table_is_broken_or_lost(names: list[str], data: st.DataObject) -> None:
    rows = data.draw(
        st.lists(st.lists(sentences, min_size=len(names), max_size=len(names)), max_size=4)
    )
    said = shown(44, names, [list(row) for row in rows]).split()
    for text in (*names, *(cell for row in rows for cell in row)):
        assert set(text.split()) <= set(said)


def test_the_table_of_a_status_with_every_status_is_readable_at_80_columns() -> None:
    names = ["learner", "mean AUC", "mean accuracy", *Status, "fit s", "predict s", "to come"]
    learners = ["ranger", "sklearn_hist_gradient_boosting"]
    counts: list[object] = [10**6 + number for number in range(len(Status))]
    said = shown(80, names, [[name, 0.5, 0.25, *counts, 1e6, 12.5, 3] for name in learners])
    assert max(map(len, said.splitlines())) <= 80
    blocks = said.split("\n\n")
    assert len(blocks) > 1
    for block in blocks:
        assert [line.split()[0] for line in block.splitlines()][-2:] == learners
    for cell in (*Status, "1,000,007", "1,000,000.00"):
        assert f" {cell}" in said


def test_marks_that_a_terminal_could_take_for_its_own_stay_text() -> None:
    said = shown(80, ["[red]x"], [["[bold]y[/bold] :smile:"]])
    assert "[red]x" in said
    assert "[bold]y[/bold] :smile:" in said

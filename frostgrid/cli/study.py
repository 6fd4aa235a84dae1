"""``frostgrid study``: a question asked of a table of results."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path

import frostgrid
from frostgrid.cli.main import DONE
from frostgrid.cli.output import print_json, print_table


def study(name: str, source: Path, *, json: bool = False) -> int:
    """Ask the question NAME of SOURCE; 'frostgrid list studies' says which there are.

    Parameters
    ----------
    name
        Of the study.
    source
        Run directory, or a Parquet, CSV or DuckDB file exported from one.
    json
        Print JSON.
    """
    from studies.registry import studies
    from studies.study import ask

    chosen = studies()[name]
    results = frostgrid.open(source)
    tables = ask(chosen, results.frame(), results.predictions)
    if json:
        print_json([asdict(table) for table in tables])
        return DONE
    for table in tables:
        print_table(table.columns, table.rows, title=table.title)
        print("\n".join(table.notes), end="\n\n")
    return DONE

"""``frostgrid verify``: whether results can be true."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from frostgrid.base.command import command
from frostgrid.base.errors import FrostgridError
from frostgrid.base.plural import plural
from frostgrid.base.printable import printable
from frostgrid.cli.main import DONE, FAILED

if TYPE_CHECKING:
    import pandas as pd

    from runners.verify.finding import Finding


def verify(source: Path, *, sample: int = 0, workers: int = 2, seed: int = 0) -> int:
    """Check SOURCE against the laws of scores; exit code 1 if a row cannot be true.

    Parameters
    ----------
    source
        Run directory, or a Parquet, CSV or DuckDB table of results, also of other systems, with
        columns dataset, split (or row_index), learner (model), config (param_index), accuracy
        (acc), auc.
    sample
        So many random evaluations of a run are made again and compared to the last bit.
    workers
        Processes for the sample.
    seed
        Of the choice of the sample.
    """
    made = 0
    if source.is_dir():
        rows, made, found = _run(source, sample, workers, seed)
    elif sample:
        raise FrostgridError("--sample needs a run directory", hint="name the run of the table")
    else:
        rows, found = _table(source)
    for finding in found:
        print(printable(str(finding)))
    if found:
        print(f"{source}: {plural(len(found), 'finding')} in {plural(rows, 'row')}.")
        return FAILED
    again = f", {made:,} made again" if sample else ""
    print(f"{source}: {plural(rows, 'row')}, no findings{again}.")
    return DONE


def _run(directory: Path, sample: int, workers: int, seed: int) -> tuple[int, int, list[Finding]]:
    """Rows, how many were made again, and findings."""
    import frostgrid
    from runners.directory import PLAN, RESULTS
    from runners.plan import read_plan
    from runners.store.kept import Kept
    from runners.store.predictions import FOLDER
    from runners.store.reading import reading
    from runners.verify.counts import check_counts
    from runners.verify.identity import check_keys, check_plan
    from runners.verify.sample import check_sample
    from runners.wholeness import flaw

    plan, limits = read_plan(directory / PLAN)
    why = flaw(directory / RESULTS)
    try:
        rows, found = (0, []) if why else _laws(frostgrid.open(directory).frame())
    except (ValueError, TypeError) as error:  # a cell is of another kind than its column
        why = str(error)
    if why:
        raise FrostgridError(
            f"{directory / RESULTS} is damaged: {why}",
            hint=f"keep its whole rows with: {command('mend', directory)}",
        )
    list(Kept(directory / FOLDER))  # a damaged file says so
    made = 0
    with reading(directory / RESULTS) as store:
        found += check_keys(store) + check_plan(store, plan) + check_counts(store)
        if sample:
            made, others = check_sample(store, plan, limits, sample, workers, seed)
            found += others
    return rows, made, found


def _table(path: Path) -> tuple[int, list[Finding]]:
    from runners.store.exported import read

    frame = read(path).to_pandas()
    try:
        return _laws(frame)
    except (ValueError, TypeError) as error:
        raise FrostgridError(
            f"{path}: a cell is of another kind than its column: {error}",
            hint="restore the file, or export it anew",
        ) from error


def _laws(frame: pd.DataFrame) -> tuple[int, list[Finding]]:
    from runners.verify.arithmetic import check_rows
    from runners.verify.columns import named_alike
    from runners.verify.constant import check_constant

    alike = named_alike(frame)
    return len(alike), [*check_rows(alike), *check_constant(alike)]

"""Entry point of ``frostgrid``: finds the command, and turns errors into one line."""

from __future__ import annotations

import errno
import sqlite3
import sys
from collections.abc import Sequence

from cyclopts import App, CycloptsError

from frostgrid import __version__
from frostgrid.base.errors import FrostgridError
from frostgrid.cli.notice import notice

DONE, FAILED, USAGE, INTERRUPTED = 0, 1, 2, 130

_HELP = {
    "grid": "Evaluate rows of frozen grids on frozen splits.",
    "resume": "Go on with a run.",
    "status": "Count rows by learner and status, also while a run goes on.",
    "retry": "Run failed evaluations again.",
    "merge": "Join runs: shards, or other datasets, learners, rows or splits.",
    "mend": "Check every row; set a damaged store aside and keep its whole rows.",
    "export": "Write results as Parquet, CSV or DuckDB.",
    "verify": "Check whether scores can be true; make a sample again.",
    "rescore": "Work a measure out from kept predictions.",
    "study": "Ask a question of a table of results.",
    "mirror": "Fetch a suite of OpenML for work offline.",
    "learners": "Learners, their packages, and whether they can run here.",
    "grids": "Frozen hyperparameter grids.",
    "presets": "Published and own choices of ranges that grids are drawn from.",
    "twins": "Algorithms that R and Python both have.",
    "suites": "Named lists of datasets.",
    "datasets": "Datasets of a suite.",
    "protocols": "How splits are drawn.",
    "studies": "Questions to ask of a table of results.",
    "splits": "Frozen splits.",
    "show": "Show a learner, grid, preset, twin, dataset, suite or protocol in full.",
    "doctor": "Check Python, R, packages, threads and disk.",
}
"""One line per command, since no command's module is imported for the overview."""

_COMMANDS: dict[str, str | dict[str, str]] = {
    "run": {"grid": "frostgrid.cli.run:grid"},
    "resume": "frostgrid.cli.resume:resume",
    "status": "frostgrid.cli.status:status",
    "retry": "frostgrid.cli.retry:retry",
    "merge": "frostgrid.cli.merge:merge",
    "mend": "frostgrid.cli.mend:mend",
    "export": "frostgrid.cli.export:export",
    "verify": "frostgrid.cli.verify:verify",
    "rescore": "frostgrid.cli.rescore:rescore",
    "study": "frostgrid.cli.study:study",
    "list": {
        name: f"frostgrid.cli.list:{name}"
        for name in (
            *("learners", "grids", "presets", "twins", "suites", "datasets", "protocols"),
            "studies",
        )
    },
    "show": "frostgrid.cli.show:show",
    "freeze": {
        "grids": "frostgrid.cli.freeze:grids",
        "splits": "frostgrid.cli.freeze:splits",
    },
    "mirror": "frostgrid.cli.mirror:mirror",
    "doctor": "frostgrid.cli.doctor:doctor",
}
_GROUPS = {
    "run": "Start a run, or go on with it.",
    "list": "List what there is.",
    "freeze": "Write the frozen files of new learners or datasets; old rows never change.",
}


def app() -> App:
    """Build the command line; no command's module is imported."""
    root = App(
        name="frostgrid",
        help="Benchmark tables from frozen grids and frozen splits, in Python and R.",
        version=__version__,
        suppress_keyboard_interrupt=False,
        result_action="return_value",
    )
    for name, target in _COMMANDS.items():
        if isinstance(target, str):
            root.command(target, name=name, help=_HELP[name])
            continue
        group = App(name=name, help=_GROUPS[name])
        for inner, place in target.items():
            group.command(place, name=inner, help=_HELP[inner])
        root.command(group)
    return root


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command in ``argv``; returns 0, 1 (failed), 2 (usage), 3 (see ``run``) or 130."""
    try:
        code = app()(argv, exit_on_error=False, print_error=True)
    except CycloptsError:
        return USAGE
    except BrokenPipeError:
        sys.stderr.close()  # the reader has gone; there is nobody to tell
        return DONE
    except (FrostgridError, OSError, sqlite3.DatabaseError) as error:
        line = _line(error)
        if not line:
            raise  # a bug keeps its traceback
        notice(line)
        return FAILED
    except KeyboardInterrupt:
        return INTERRUPTED
    return code if isinstance(code, int) else DONE


def _line(error: Exception) -> str:
    """What to tell of an error that is the user's to mend; empty for any other."""
    match error:
        case FrostgridError():
            return str(error)
        case sqlite3.DatabaseError():
            mend = "'frostgrid mend' keeps the whole rows of a run"
            return f"a results store cannot be read: {error}; {mend}"
        case OSError() if error.filename is not None or error.errno == errno.ENOSPC:
            return f"{error.filename or 'writing'}: {error.strerror}"
    return ""


if __name__ == "__main__":
    sys.exit(main())

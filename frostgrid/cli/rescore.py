"""``frostgrid rescore``: measures from kept predictions."""

from __future__ import annotations

from pathlib import Path

from frostgrid.base.plural import plural
from frostgrid.cli.main import DONE, FAILED


def rescore(directory: Path, *, metric: str) -> int:
    """Work METRIC out anew from the predictions kept in DIRECTORY; exit code 1 if one differs.

    Parameters
    ----------
    directory
        Run made with --keep-predictions.
    metric
        accuracy, auc, log_loss, brier, ...
    """
    from runners.rescore import rescore as again

    count = different = 0
    for found in again(directory, metric):
        count += 1
        if found.stored != found.again:
            different += 1
            print(f"{found.key}: {metric} is stored as {found.stored}, now {found.again}")
    print(f"Rescored: {plural(count, 'evaluation')}; other than stored: {different:,}.")
    return FAILED if different else DONE

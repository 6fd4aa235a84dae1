"""Freezing: draw the splits of all embedded datasets and write their digests down."""

from __future__ import annotations

import csv
from dataclasses import astuple, fields
from pathlib import Path

from frostgrid.base.atomic import replacing
from frostgrid.base.errors import FrostgridError
from frostgrid.base.manifest import read_manifest, write_manifest
from splits.frozen import FOLDER, SEED, FrozenSplit, draw, filename, read_frozen
from splits.registry import protocols
from suites.dataset import Dataset
from suites.registry import Suite, load, suite


def freeze(datasets: Suite | None = None, folder: Path = FOLDER) -> int:
    """Freeze all splits of ``datasets``, by default the embedded suite; return how many are new.

    What is frozen already is drawn again, must come out the same, and stays as it is. Nothing
    is written before everything was drawn.

    Raises
    ------
    FrostgridError
        A frozen file was changed by hand, or a dataset or split is no longer the frozen one.
    """
    chosen = datasets or suite("embedded")
    names = [protocol.name for protocol in protocols()]
    old = {name: _read_if_any(folder, name) for name in names}
    new = {name: set(rows) for name, rows in old.items()}
    for dataset_name in chosen.datasets:
        dataset = load(chosen, dataset_name)
        for name in names:
            drawn = _rows(dataset, name)
            _check_kept(dataset.name, old[name], drawn, folder / filename(name))
            new[name] |= drawn
    for name, rows in new.items():
        _write(folder / filename(name), sorted(rows))
    write_manifest(folder)
    return sum(len(new[name]) - len(old[name]) for name in names)


def _read_if_any(folder: Path, protocol: str) -> list[FrozenSplit]:
    file = filename(protocol)
    never = file not in read_manifest(folder) and not (folder / file).exists()
    return [] if never else read_frozen(folder, protocol)


def _rows(dataset: Dataset, protocol: str) -> set[FrozenSplit]:
    splits = [draw(dataset, protocol, index) for index in range(protocols()[protocol].count)]
    return {
        FrozenSplit(
            dataset=dataset.name,
            dataset_digest=dataset.digest,
            seed=SEED,
            index=split.index,
            n_train=len(split.train),
            n_test=len(split.test),
            redraws=split.redraws,
            sha256=split.digest,
        )
        for split in splits
    }


def _check_kept(dataset: str, old: list[FrozenSplit], drawn: set[FrozenSplit], path: Path) -> None:
    for row in old:
        if row.dataset == dataset and row not in drawn:
            raise FrostgridError(
                f"split {row.index} of {dataset} would change in {path}",
                hint="frozen means frozen: give a changed dataset or protocol a new name",
            )


def _write(path: Path, rows: list[FrozenSplit]) -> None:
    with replacing(path) as temporary, temporary.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(field.name for field in fields(FrozenSplit))
        writer.writerows(map(astuple, rows))

"""Datasets from files of OpenML."""

from __future__ import annotations

from pathlib import Path

from frostgrid.base.errors import FrostgridError
from suites.dataset import About, Dataset
from suites.formats.arff_file import read_typed
from suites.openml.members import flags_of
from suites.openml.recipe import Recipe
from suites.table import from_frame


def read(path: Path, recipe: Recipe, name: str) -> Dataset:
    """Dataset in the file ``path``.

    Parameters
    ----------
    recipe
        Roles of the file's columns.
    name
        What the dataset is called.

    Raises
    ------
    FrostgridError
        The file is not valid ARFF, or makes no classification task. Texts and dates are refused
        by name unless the recipe drops them.
    """
    try:
        frame, kinds = read_typed(path)
        refused = [
            f"{column!r} ({kind})"
            for column, kind in zip(frame.columns, kinds, strict=True)
            if kind in {"string", "date"} and column not in recipe.drop
        ]
        if refused:
            raise FrostgridError(f"columns that are no features: {', '.join(refused)}")
        return from_frame(
            frame.drop(columns=list(recipe.drop)), recipe.target, name, _about(recipe)
        )
    except FrostgridError as error:
        raise FrostgridError(
            f"dataset {recipe.openml_id} of OpenML cannot be used: {error.args[0]}",
            hint="leave it out, or bring it as a file of your own",
        ) from error


def _about(recipe: Recipe) -> About:
    flags = flags_of(recipe.openml_id)
    return About(
        source=f"OpenML {recipe.openml_id}: {recipe.title}, version {recipe.version}",
        licence=recipe.licence,
        openml_id=recipe.openml_id,
        flags=flags if recipe.status == "active" else (*flags, recipe.status),
    )

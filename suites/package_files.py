"""Data files inside installed packages, read by path; the packages are never imported."""

from __future__ import annotations

import re
from importlib.util import find_spec
from pathlib import Path

import pandas as pd

from frostgrid.base.errors import FrostgridError
from frostgrid.base.plural import plural
from suites.loader import CLASS
from suites.parse import parse

_ATTRIBUTE = re.compile(r"^@attribute\s+([^\s{]+)", re.IGNORECASE | re.MULTILINE)
_DATA = re.compile(r"^@data\s*$", re.IGNORECASE | re.MULTILINE)


def package_file(module: str, file: str) -> Path:
    """Path of ``file``, relative to the folder of the installed package ``module``."""
    spec = find_spec(module)
    if spec is None or not spec.submodule_search_locations:
        raise FrostgridError(
            f"the package {module.replace('_', '-')} is not installed",
            hint="install what pyproject.toml asks for",
        )
    path = Path(spec.submodule_search_locations[0], file)
    if not path.is_file():
        raise FrostgridError(
            f"{path} does not exist", hint="install the version that pyproject.toml asks for"
        )
    return path


def read_rows(path: Path, columns: tuple[str, ...]) -> pd.DataFrame:
    """Table of a text file with one row a line, fields between commas or, without any, blanks.

    Lines up to ``@data`` are a header in the manner of KEEL and ARFF, whose attributes name the
    columns. ``?`` is missing. Blanks around a field do not count.
    """
    content = path.read_text(encoding="utf-8")
    header = _DATA.search(content)
    if header:
        columns = tuple(_ATTRIBUTE.findall(content[: header.start()]))
    start = content.count("\n", 0, header.end()) + 1 if header else 0
    body = content[header.end() :] if header else content
    separator = "," if "," in body else r"\s+"
    table = parse(path, separator=separator, missing=["?"], skip=start)
    for j in table:
        if isinstance(table[j].dtype, pd.StringDtype):
            table[j] = table[j].str.strip()
    width = table.shape[1]
    names = columns or (*(f"V{j}" for j in range(1, width)), CLASS)
    if len(names) != width:
        raise FrostgridError(
            f"{path} has {plural(width, 'column')}, not {len(names)}", hint="name them all"
        )
    return table.set_axis(names, axis=1)

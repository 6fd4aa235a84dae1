"""ARFF files, dense or sparse."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pandas as pd

from frostgrid.base.errors import FrostgridError

_INTEGER = re.compile(r"^(\s*@attribute\s.*\s)integer\s*$", re.IGNORECASE)


def read_arff(path: Path) -> pd.DataFrame:
    """Read an ARFF file; nominal attributes keep the order in which they declare their values.

    In a sparse row, what is left out is 0 or the first declared value, as the format says.
    """
    import arff

    integers: set[int] = set()
    try:
        content = arff.load(_lines(path, integers))
    except UnicodeDecodeError as error:
        raise FrostgridError(f"{path} is not UTF-8 text", hint="convert it with iconv") from error
    except arff.ArffException as error:
        raise FrostgridError(f"{path} is not valid ARFF: {error}", hint="mend the line") from error
    rows = pd.DataFrame(content["data"], columns=range(len(content["attributes"])), dtype=object)
    columns = {
        j: _typed(rows[j], kind, j in integers) for j, (_, kind) in enumerate(content["attributes"])
    }
    return pd.DataFrame(columns).set_axis([name for name, _ in content["attributes"]], axis=1)


def _lines(path: Path, integers: set[int]) -> Iterator[str]:
    """Lines of the file with integers declared as reals, since the library cuts 1.5 down to 1."""
    attribute = 0
    with path.open(encoding="utf-8-sig") as file:
        for line in file:
            if line.lstrip().lower().startswith("@attribute"):
                if _INTEGER.match(line):
                    integers.add(attribute)
                attribute += 1
            yield _INTEGER.sub(r"\1REAL", line)


def _typed(values: pd.Series, kind: str | list[str], integer: bool) -> pd.Series:
    if isinstance(kind, list):
        return values.astype(pd.CategoricalDtype(kind))
    if kind == "STRING":
        return values
    if integer and all(value.is_integer() for value in values.dropna()):
        # Integers of any size, so that those which lose digits are refused later on.
        return pd.Series([None if v is None else int(v) for v in values], dtype=object)
    return values.astype("Float64")

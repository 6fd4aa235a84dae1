"""ARFF files, dense or sparse."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import takewhile
from pathlib import Path
from typing import Any, Literal

import pandas as pd

from frostgrid.base.errors import FrostgridError
from suites.formats.plain_arff import plain_rows

Kind = Literal["nominal", "numeric", "integer", "string", "date"]

_TYPE = re.compile(r"^(\s*@attribute\s.*\s)(integer|date(?:\s+\S.*)?)\s*$", re.IGNORECASE)
_DATA = re.compile(r"\s*@data\s*$", re.IGNORECASE)


def read_arff(path: Path) -> pd.DataFrame:
    """Read an ARFF file; nominal attributes keep the order in which they declare their values.

    In a sparse row, what is left out is 0 or the first declared value, as the format says.
    Texts become categories; dates are refused.
    """
    frame, kinds = read_typed(path)
    for name, kind in zip(frame.columns, kinds, strict=True):
        if kind == "date":
            raise FrostgridError(
                f"{path}: attribute {name!r} is a date", hint="make it a number, or drop it"
            )
    return frame


def read_typed(path: Path) -> tuple[pd.DataFrame, list[Kind]]:
    """Table in an ARFF file, and the declared type of every column."""
    attributes, kinds, lines = _header(path)
    # The library takes a minute, and gigabytes, where plain rows need neither.
    rows = plain_rows(path, lines, [values for _, values in attributes])
    if rows is None:
        content = _parsed(path, _lines(path, []))
        rows = pd.DataFrame(content["data"], columns=range(len(attributes)), dtype=object)
    columns = {j: _typed(rows[j], attributes[j][1], kind) for j, kind in enumerate(kinds)}
    return pd.DataFrame(columns).set_axis([name for name, _ in attributes], axis=1), kinds


def attribute_names(path: Path) -> list[str]:
    """Names of the columns, in the order of the file; reads the header alone."""
    return [name for name, _ in _header(path)[0]]


def _header(path: Path) -> tuple[list[tuple[str, str | list[str]]], list[Kind], int]:
    """Names with types or declared values, kinds, and the number of lines up to ``@data``."""
    declared: list[str] = []
    head = takewhile(lambda line: not _DATA.match(line), _lines(path, declared))
    lines = list(head)
    attributes = _parsed(path, iter([*lines, "@data\n"]))["attributes"]
    kinds: list[Kind] = []
    for (_, values), said in zip(attributes, declared, strict=True):
        if isinstance(values, list):
            kinds.append("nominal")
        elif said == "date":
            kinds.append("date")
        elif values == "STRING":
            kinds.append("string")
        else:
            kinds.append("integer" if said == "integer" else "numeric")
    return attributes, kinds, len(lines) + 1


def _parsed(path: Path, lines: Iterator[str]) -> Any:  # noqa: ANN401 - the library has no types
    import arff

    try:
        return arff.load(lines)
    except UnicodeDecodeError as error:
        raise FrostgridError(f"{path} is not UTF-8 text", hint="convert it with iconv") from error
    except arff.ArffException as error:
        raise FrostgridError(f"{path} is not valid ARFF: {error}", hint="mend the line") from error


def _lines(path: Path, declared: list[str]) -> Iterator[str]:
    """Lines of the file in the library's dialect: it cuts 1.5 down to 1, and knows no dates.

    ``declared`` takes the type word of every attribute that is changed here, else ``""``.
    """
    with path.open(encoding="utf-8-sig") as file:
        for line in file:
            if line.lstrip()[:10].lower() != "@attribute":
                yield line
                continue
            found = _TYPE.match(line)
            word = found[2].split()[0].lower() if found else ""
            declared.append(word)
            yield f"{found[1]}{'REAL' if word == 'integer' else 'STRING'}\n" if found else line


def _typed(values: pd.Series[Any], declared: str | list[str], kind: Kind) -> pd.Series[Any]:
    if isinstance(declared, list):
        return values.astype(pd.CategoricalDtype(declared))
    if kind in {"string", "date"}:
        return values
    if kind == "integer" and values.dtype == "Int64":
        return values
    if kind == "integer" and all(float(value).is_integer() for value in values.dropna()):
        # Integers of any size, so that those which lose digits are refused later on.
        whole = [
            None if missing else int(v) for v, missing in zip(values, values.isna(), strict=True)
        ]
        return pd.Series(whole, dtype=object)
    return values.astype("Float64")

"""What is needed to turn a file of OpenML into a dataset, settled once and kept beside the file."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from frostgrid.base.atomic import replacing
from frostgrid.base.digest import digest
from frostgrid.base.errors import FrostgridError


@dataclass(frozen=True, slots=True)
class Recipe:
    """A file, and the roles of its columns.

    Attributes
    ----------
    openml_id, title, version
        Data id, name on OpenML, and which of the datasets with that name.
    target
        Column with the classes.
    drop
        Columns that are no features, whatever their type: row identifiers, ignored ones.
    licence, status
        As OpenML says; ``status`` is ``"active"``, or ``"deactivated"`` for data with a problem.
    sha256
        Of the file's bytes.
    """

    openml_id: int
    title: str
    version: str
    target: str
    drop: tuple[str, ...]
    licence: str
    status: str
    sha256: str


@dataclass(frozen=True, slots=True)
class Description:
    """OpenML's two answers about a dataset, checked but not yet compared with its file.

    Attributes
    ----------
    url, md5
        Where the file is, and its checksum if OpenML knows one.
    left_out
        What the first answer calls row identifiers and ignored columns, as it stands there.
    marked
        Columns that the second answer marks as such.
    """

    openml_id: int
    title: str
    version: str
    target: str
    licence: str
    status: str
    url: str
    md5: str | None
    left_out: tuple[str, ...]
    marked: tuple[str, ...]


def described(openml_id: int, data: Any, features: Any) -> Description:  # noqa: ANN401 - any JSON
    """Read the answers to ``/data/{id}`` and ``/data/features/{id}``; the second may be None.

    Raises
    ------
    FrostgridError
        They have another shape, or there is no single target: none is ever guessed.
    """
    where = f"dataset {openml_id} of OpenML"
    try:
        content = data["data_set_description"]
        kind = str(content["format"]).lower()
        found = int(content["id"])
        target = content.get("default_target_attribute")
        marked = tuple(
            feature["name"]
            for feature in (features["data_features"]["feature"] if features else ())
            if "true" in (feature.get("is_ignore"), feature.get("is_row_identifier"))
        )
        description = Description(
            openml_id=openml_id,
            title=str(content["name"]),
            version=str(content["version"]),
            target=target or "",
            licence=content.get("licence") or "unknown",
            status=str(content.get("status", "active")),
            url=str(content["url"]),
            md5=content.get("md5_checksum") or None,
            left_out=(
                *_listed(content.get("row_id_attribute"), where),
                *_listed(content.get("ignore_attribute"), where),
            ),
            marked=marked,
        )
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise FrostgridError(
            f"{where}: its description is not understood ({error!r})", hint="is the server OpenML?"
        ) from error
    if found != openml_id:
        raise FrostgridError(f"{where}: the answer is about {found}", hint="try again later")
    if not isinstance(target, str) or not target.strip():
        raise FrostgridError(
            f"{where} names no target", hint="bring it as a file of your own, with --target"
        )
    if kind not in {"arff", "sparse_arff"}:
        raise FrostgridError(
            f"{where} is a {kind} file", hint="bring it as a CSV or Parquet file of your own"
        )
    return description


def recipe(description: Description, columns: Sequence[str], sha256: str) -> Recipe:
    """Settle the roles of ``columns``, those of the file in its order.

    The two answers may name different columns; what either leaves out is left out.

    Raises
    ------
    FrostgridError
        A name is that of no column, so that an identifier could stay in as a feature.
    """
    where = f"dataset {description.openml_id} of OpenML"
    (target,) = _columns((description.target,), columns, f"{where}: its target", split=False)
    out = {
        *_columns(description.left_out, columns, f"{where}: a column to leave out", split=True),
        *_columns(description.marked, columns, f"{where}: a column to leave out", split=False),
    }
    return Recipe(
        openml_id=description.openml_id,
        title=description.title,
        version=description.version,
        target=target,
        drop=tuple(name for name in columns if name in out and name != target),
        licence=description.licence,
        status=description.status,
        sha256=sha256,
    )


def write_recipe(found: Recipe, path: Path) -> None:
    """Keep a recipe with a digest of itself."""
    content = asdict(found) | {"drop": list(found.drop)}
    with replacing(path) as temporary:
        document = {"recipe": content, "digest": digest(content)}
        temporary.write_text(json.dumps(document, indent=2, ensure_ascii=False), encoding="utf-8")


def read_recipe(path: Path) -> Recipe:
    """Read a recipe; ``ValueError`` says that it is damaged."""
    try:
        document = json.loads(path.read_text(encoding="utf-8"))
        content = document["recipe"]
        if digest(content) != document["digest"]:
            raise ValueError("not as it was written")
        return from_content(content)
    except (KeyError, TypeError) as error:
        raise ValueError(repr(error)) from error


def from_content(content: dict[str, Any]) -> Recipe:
    """Recipe whose JSON form is ``content``."""
    return Recipe(**content | {"drop": tuple(content["drop"])})


def _listed(value: object, where: str) -> tuple[str, ...]:
    """Names in a field that is missing, a text, or a list of texts."""
    names = [value] if isinstance(value, str) else value or []
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise FrostgridError(
            f"{where}: {value!r} is no list of columns", hint="leave this dataset out"
        )
    return tuple(name for name in names if name.strip())


def _columns(
    names: Sequence[str], columns: Sequence[str], what: str, *, split: bool
) -> Iterator[str]:
    for name in names:
        if (found := _column(name, columns)) is not None:
            yield found
        elif split and "," in name:
            # Several names, glued into one text.
            (parts,) = csv.reader([name], skipinitialspace=True)
            yield from _columns(parts, columns, what, split=False)
        else:
            raise FrostgridError(
                f"{what} is {name!r}, which its file does not have",
                hint="bring it as a file of your own",
            )


def _column(name: str, columns: Sequence[str]) -> str | None:
    bare = name.strip()
    if len(bare) > 1 and bare[0] == bare[-1] and bare[0] in "'\"":
        bare = bare[1:-1]
    return next((candidate for candidate in (name, bare) if candidate in columns), None)

"""The page of one learner."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import grids.spaces
from frostgrid.base.plural import plural
from frostgrid.reference.notes import notes
from frostgrid.reference.refusals import ROOT, refusals
from grids.frozen import load, n_effective
from grids.registry import spaces, twins
from grids.space import Space
from grids.words import default_words, range_words, rule_words, when_words
from r_bridge.script import SCRIPTS
from runners.learner import Learner
from runners.traits import Trait

SPACES = Path(grids.spaces.__file__).parent
LANGUAGES = {"python": "Python", "r": "R"}


def source_of(learner: Learner) -> Path:
    """File that the learner is written in."""
    if learner.language == "r":
        return SCRIPTS / f"{learner.name}.R"
    return ROOT / "runners" / "learners" / f"{learner.name}.py"


def page(learner: Learner) -> str:
    """Markdown of the page of ``learner``."""
    source = source_of(learner)
    spaces_of = [space for space in spaces() if space.learner == learner.name]
    parts = [
        f"# {learner.name}",
        f"{learner.title}.",
        notes(source),
        table(
            ("", ""),
            [
                ("language", LANGUAGES[learner.language]),
                ("package", learner.package),
                ("preprocessing", f"`{learner.preprocessing}`"),
                ("adapter", f"version {learner.version}"),
                ("source", f"[{source.name}](../../{source.relative_to(ROOT).as_posix()})"),
            ],
        ),
        *_traits(learner),
        *_refusals(source),
        "## Run it",
        _commands(learner, spaces_of),
    ]
    for space in spaces_of:
        parts += _space(space)
    parts += _twins(learner)
    return "\n\n".join(part for part in parts if part) + "\n"


def _traits(learner: Learner) -> Iterator[str]:
    if learner.traits:
        yield "\n".join(f"- {trait.meaning}" for trait in Trait if trait in learner.traits)


def _refusals(source: Path) -> Iterator[str]:
    found = refusals(source)
    if found:
        yield "## Not applicable"
        yield table(("reason", "message"), [(f"`{x.code}`", x.sentence) for x in found])


def _commands(learner: Learner, spaces_of: Sequence[Space]) -> str:
    run = "frostgrid run grid --suite demo --rows 0-9"
    lines = [f"frostgrid show {learner.name}"]
    for space in spaces_of:
        preset = "" if space.preset == "frostgrid" else f" --preset {space.preset}"
        lines.append(f"{run}{preset} --learners {learner.name} --out runs/{space.name}")
    return "\n".join(["```", *lines, "```"])


def _space(space: Space) -> Iterator[str]:
    grid = load(space.name)
    yield f"## Space `{space.name}`"
    yield (
        f"Version {space.version}, {plural(len(grid.rows), 'row')}, {n_effective(grid):,} different"
        f" configurations. Source: {space.source}."
    )
    yield notes(SPACES / space.preset / f"{space.learner}.py")
    rows = [
        (
            f"`{p.name}`",
            f"`{p.argument}`" if p.argument else "",
            range_words(p),
            default_words(p),
            when_words(p),
            rule_words(p),
        )
        for p in space.parameters
    ]
    yield table(("column", "passed as", "range", "default", "only where", "rule"), rows)


def _twins(learner: Learner) -> Iterator[str]:
    for twin in twins():
        if learner.name not in twin.sides.values():
            continue
        yield f"## Twin `{twin.name}`"
        yield (
            f"Version {twin.version}, both sides with `{twin.preprocessing}`."
            f" Source: {twin.source}. How to run and read it: [twins](../twins.md)."
        )
        lines = [tuple(line.values()) for line in twin.names()]
        yield table((*(f"`{side}`" for side in twin.sides.values()), "how"), lines)
        yield "\n".join(f"- {difference}" for difference in twin.differences)


def table(columns: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Markdown table; columns without any content are left out."""
    kept = [j for j in range(len(columns)) if any(row[j] for row in rows)]
    lines = [columns, ["---"] * len(columns), *rows]
    return "\n".join(
        "| " + " | ".join(line[j].replace("|", r"\|") for j in kept) + " |" for line in lines
    )

"""``python -m frostgrid.reference``: write the pages of ``docs/learners`` anew."""

from __future__ import annotations

from frostgrid.base.atomic import replacing
from frostgrid.reference.page import LANGUAGES, page, source_of, table
from frostgrid.reference.refusals import ROOT
from grids.registry import spaces
from runners.registry import learners

FOLDER = ROOT / "docs" / "learners"
_HEAD = """# Learners

One page per learner, written by `make docs` from what the learner and its spaces declare.
`frostgrid list learners` tells which of them can run on a machine. Where the training rows hold a
single class, every learner is `not_applicable`."""


def pages() -> dict[str, str]:
    """Text by file name, of every learner that has a file of its own here, and of the index."""
    # A test or a user may have registered further learners.
    found = [learner for learner in learners() if source_of(learner).is_file()]
    rows = [
        (
            f"[{learner.name}]({learner.name}.md)",
            learner.title,
            LANGUAGES[learner.language],
            learner.package,
            ", ".join(space.preset for space in spaces() if space.learner == learner.name),
        )
        for learner in found
    ]
    index = table(("learner", "what it is", "language", "package", "presets"), rows)
    return {"README.md": f"{_HEAD}\n\n{index}\n"} | {f"{x.name}.md": page(x) for x in found}


def write() -> None:
    """Write all pages, and delete those of learners that are gone."""
    wanted = pages()
    FOLDER.mkdir(exist_ok=True)
    for path in FOLDER.glob("*.md"):
        if path.name not in wanted:
            path.unlink()
    for name, text in wanted.items():
        with replacing(FOLDER / name) as temporary:
            temporary.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    write()

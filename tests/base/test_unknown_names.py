"""What is said where no entry carries a name."""

from __future__ import annotations

import pytest

from frostgrid.base.errors import UnknownNameError

MANY = [f"learner_{i}" for i in range(40)] + ["MASS_lda"]


@pytest.mark.parametrize(
    ("name", "known", "hint"),
    [
        ("bc", ["a", "bcd", "x"], "did you mean bcd?"),
        ("mass_LDA", MANY, "did you mean MASS_lda?"),
        ("q", ["b", "a"], "known: a, b"),
        ("zz_mass", MANY, "the nearest of 41 are MASS_lda, learner_9, learner_8"),
    ],
)
def test_close_names_are_told_else_all_of_a_few_else_the_nearest_of_many(
    name: str, known: list[str], hint: str
) -> None:
    assert UnknownNameError("thing", name, known).hint == hint
    listing = "'list' tells all"
    said = str(UnknownNameError("thing", name, known, listing=listing))
    assert said == f"no thing is named {name!r}; {hint}{'' if '?' in hint else ';'} {listing}"

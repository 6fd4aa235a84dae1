"""Imputation, encoding and scaling, fitted on the training rows alone."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

from frostgrid.base.errors import FrostgridError

Encoding = Literal["onehot", "native"]
Scaling = Literal["none", "standard", "minmax"]


@dataclass(frozen=True, slots=True)
class Preprocessing:
    """What stands before a learner; its text form is ``impute-<encoding>-<scaling>``.

    Imputation is always on: medians for numeric columns, the most frequent level for others.

    Attributes
    ----------
    encoding
        ``"onehot"``: a 0/1 column per level. ``"native"``: level codes, for learners that know
        categories.
    scaling
        ``"standard"``: numeric columns to mean 0 and variance 1. ``"minmax"``: to 0 .. 1, test
        values beyond the training rows' ends cut off, for learners that refuse negative numbers.
        ``"none"``: as they are.
    """

    encoding: Encoding
    scaling: Scaling = "none"

    def __str__(self) -> str:
        return f"impute-{self.encoding}-{self.scaling}"

    @staticmethod
    def parse(text: str) -> Preprocessing:
        """Preprocessing with the text form ``text``."""
        for encoding in get_args(Encoding):
            for scaling in get_args(Scaling):
                found = Preprocessing(encoding, scaling)
                if str(found) == text:
                    return found
        raise FrostgridError(
            f"no preprocessing is written {text!r}", hint="an example: impute-onehot-standard"
        )

"""Somebody's choice of spaces, under one name."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Preset:
    """A preset as the registry holds it; its spaces name it, so that it need not name them.

    Attributes
    ----------
    name
        First part of the names of its spaces, and of their folder.
    title
        What it is, for a listing.
    source
        Where its ranges come from, and how true they are to that.
    """

    name: str
    title: str
    source: str

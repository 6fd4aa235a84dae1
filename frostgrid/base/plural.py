"""Counted nouns in messages."""

from __future__ import annotations


def plural(count: int, noun: str, nouns: str = "") -> str:
    """``1 row``, ``1,234 rows``; ``nouns`` where the plural has more than an s added."""
    return f"{count:,} {noun if count == 1 else nouns or f'{noun}s'}"

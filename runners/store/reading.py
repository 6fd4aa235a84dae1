"""A results store for as long as it is read."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

from runners.store.store import NoResultsYetError, Store


@contextmanager
def reading(path: Path) -> Iterator[Store]:
    """The store ``path`` within the block; damage that is met there is one line that names it.

    Raises
    ------
    FrostgridError
        There is no store, it is damaged, or has nothing in it yet (``NoResultsYetError``).
    """
    store = Store(path)
    try:
        with store.damage_named():
            yield store
    finally:
        store.close()


@contextmanager
def reading_any(path: Path) -> Iterator[Store | None]:
    """As ``reading``; None where nothing has been stored yet."""
    with ExitStack() as stack:
        store = None
        with suppress(NoResultsYetError):
            if path.exists():
                store = stack.enter_context(reading(path))
        yield store

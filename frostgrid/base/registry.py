"""Entries of one kind by name; plug-ins register themselves."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator
from types import ModuleType
from typing import Generic, Protocol, TypeVar

from frostgrid.base.errors import FrostgridError, UnknownNameError


class Named(Protocol):
    """Anything that carries its own registry key."""

    @property
    def name(self) -> str:
        """The key."""
        ...


T = TypeVar("T", bound=Named)


class Registry(Generic[T]):
    """Entries of one kind, keyed by their own name and listed in the order of names."""

    def __init__(self, kind: str) -> None:
        self.kind = kind
        self._entries: dict[str, T] = {}

    def add(self, entry: T) -> T:
        """Register ``entry`` and return it, so that a module can end with one assignment."""
        if entry.name in self._entries:
            raise FrostgridError(f"two {self.kind}s are named {entry.name!r}", hint="rename one")
        self._entries[entry.name] = entry
        return entry

    def __getitem__(self, name: str) -> T:
        try:
            return self._entries[name]
        except KeyError:
            raise UnknownNameError(self.kind, name, self._entries) from None

    def __contains__(self, name: object) -> bool:
        return name in self._entries

    def __iter__(self) -> Iterator[T]:
        return iter(self._entries[name] for name in sorted(self._entries))

    def __len__(self) -> int:
        return len(self._entries)

    def discover(self, package: ModuleType) -> None:
        """Import every public module of ``package``, nested ones too; each registers itself."""
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if not module.name.rpartition(".")[2].startswith("_"):
                importlib.import_module(module.name)

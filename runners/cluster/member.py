"""The Dask workers that take part, and which batch is where."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from runners.batches import Batch
from runners.session import Recorder


@dataclass(slots=True, eq=False)
class Member:
    """A Dask worker that may run batches.

    Attributes
    ----------
    address, number, threads
        Its address, its number in this session, and how many batches it runs at once.
    unavailable
        Learners that it cannot run, with the reason.
    record
        Stores evaluations as made by its machine.
    batches
        What it was given and has not answered, by key of the work, oldest first.
    """

    address: str
    number: int
    threads: int
    unavailable: Mapping[str, str]
    record: Recorder
    batches: dict[str, Batch] = field(default_factory=dict)

    @property
    def load(self) -> float:
        """Batches per thread."""
        return len(self.batches) / self.threads

    @property
    def running(self) -> list[Batch]:
        """The batches that it runs now: it takes them in the order in which they came."""
        return list(self.batches.values())[: self.threads]

    @property
    def waiting(self) -> list[Batch]:
        """The batches that wait there."""
        return list(self.batches.values())[self.threads :]


class Members:
    """The members by address, and their batches by key."""

    def __init__(self) -> None:
        self.by_address: dict[str, Member] = {}
        self._holders: dict[str, Member] = {}

    def __bool__(self) -> bool:
        return bool(self.by_address)

    @property
    def busy(self) -> bool:
        """Whether any has a batch."""
        return bool(self._holders)

    def emptiest(self) -> Member:
        """The one that has the fewest batches per thread."""
        return min(self.by_address.values(), key=lambda member: member.load)

    def fullest(self) -> Member:
        """The one that has the most batches per thread."""
        return max(self.by_address.values(), key=lambda member: member.load)

    def add(self, member: Member) -> None:
        """Take in a new one."""
        self.by_address[member.address] = member

    def remove(self, member: Member) -> list[str]:
        """Let one go with its batches; returns the keys of these."""
        del self.by_address[member.address]
        for key in member.batches:
            del self._holders[key]
        return list(member.batches)

    def give(self, member: Member, key: str, batch: Batch) -> None:
        """Note that ``member`` has ``batch``."""
        member.batches[key] = batch
        self._holders[key] = member

    def take(self, key: str) -> tuple[Member, Batch] | None:
        """Take a batch from who has it; None if nobody has it any more."""
        member = self._holders.pop(key, None)
        return (member, member.batches.pop(key)) if member else None

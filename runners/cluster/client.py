"""Keeps the workers of a Dask cluster busy; the counterpart of the supervisor of one machine."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from time import monotonic, sleep
from typing import Any

from frostgrid.base.errors import FrostgridError
from runners.batches import Batch, Item
from runners.calibration import Calibration
from runners.cluster import sandbox
from runners.cluster.backlog import DEATHS, Backlog
from runners.cluster.facts import facts, unlike
from runners.cluster.link import Link, LostError, Reply
from runners.cluster.member import Member, Members
from runners.cluster.message import Answer, Job
from runners.engine.supervisor import Finished
from runners.evaluation import Evaluation, Status
from runners.plan import Limits, Plan
from runners.session import Recorder
from runners.store.predictions import FOLDER, add_file

_AHEAD = 2  # batches per thread of a worker: the next one is there when one is done
_LOOK = 1.0  # seconds between looks for workers that joined or left
_WAIT = 0.2
_GRACE = 3.8  # seconds after Ctrl-C, in which workers send what has finished
_LONGEST_PAUSE = 30.0


class Cluster:
    """Runs batches on the workers of a Dask cluster; the only writer is this process.

    Parameters
    ----------
    address
        Of the scheduler, for example ``tcp://host:8786``.
    batches
        What to run, taken as workers come free.
    plan
        What they belong to; a worker with other software is not used.
    limits
        Of one evaluation.
    directory
        Of the run; predictions go into it.
    recorder
        Makes, from the environment, the machine and the speed of a worker, what stores its
        evaluations.
    notice
        Told in one line what a person should know.
    """

    def __init__(
        self,
        address: str,
        batches: Iterator[Batch],
        plan: Plan,
        limits: Limits,
        directory: Path,
        recorder: Callable[[Mapping[str, Any], Mapping[str, Any], Calibration | None], Recorder],
        notice: Callable[[str], None],
    ) -> None:
        self._address = address
        self._backlog = Backlog(batches)
        self._plan = plan
        self._limits = limits
        self._directory = directory
        self._recorder = recorder
        self._notice = notice
        self._session = uuid.uuid4().hex
        self._expected = dict(plan.software)
        self._link: Link
        self._members = Members()
        self._joining: dict[str, tuple[str, int]] = {}
        self._refused: set[str] = set()
        self._number = 0
        self._next_look = 0.0
        self._alone = False
        self.stopping = False
        self._stop_by = float("inf")

    def stop(self) -> None:
        """Hand out no more; take in what workers finish within seconds."""
        if not self.stopping:
            self.stopping = True
            self._stop_by = monotonic() + _GRACE

    def run(self) -> None:
        """Return when everything has run, or after ``stop``.

        Raises
        ------
        FrostgridError
            There is no scheduler at first; no worker can run the plan.
        """
        try:
            self._link = Link(self._address)
        except LostError as error:
            raise FrostgridError(
                f"no Dask scheduler answers at {self._address}: {error}",
                hint="start one with 'dask scheduler', see docs/cluster.md",
            ) from error
        try:
            while not self.stopping and (self._members.busy or self._backlog):
                try:
                    self._look()
                    self._hand_out()
                except LostError as error:
                    self._reconnect(error)
                self._hear()
            if self.stopping:
                self._tell_all()
            while self._members.busy and monotonic() < self._stop_by:
                self._hear()
        finally:
            self._tell_all()
            self._link.close()

    def _tell_all(self) -> None:
        """Have the workers stop what runs, and free what they keep for this session."""
        try:
            if self._members and self._link.alive:
                self._link.tell(list(self._members.by_address), sandbox.stop, self._session)
        except LostError as error:
            self._notice(f"the scheduler is gone ({error}); its workers were not told to stop")

    # Workers come and go.

    def _look(self) -> None:
        if monotonic() < self._next_look:
            return
        self._next_look = monotonic() + _LOOK
        present = self._link.workers()
        known = self._members.by_address
        for address in known.keys() - present.keys():
            self._left(known[address], in_order=self._link.left_in_order(address))
        self._refused &= present.keys()
        self._joining = {k: (a, n) for k, (a, n) in self._joining.items() if a in present}
        asked = {address for address, _ in self._joining.values()}
        names = [learner.name for learner in self._plan.learners]
        for address in present.keys() - known.keys() - self._refused - asked:
            key = self._link.submit(address, facts, names)
            self._joining[key] = address, present[address]
        alone = not self._members and not self._joining
        if alone and not self._alone:
            self._notice(f"waiting for workers that can run this at {self._address}")
        self._alone = alone

    def _described(self, address: str, threads: int, reply: Reply) -> None:
        """Take a worker in if it can run the plan, or say why not."""
        if reply.lost:
            return
        reasons = (
            [reply.problem] if reply.problem else unlike(self._plan, self._expected, reply.value)
        )
        if reasons:
            self._refuse(address, "; ".join(reasons))
            return
        found = reply.value
        # A package that the planning machine lacked is pinned by the first worker that has it.
        self._expected |= {name: version for name, version in found["software"].items() if version}
        rates = found["calibration"] and Calibration.of(found["calibration"])
        record = self._recorder(found["environment"], found["machine"], rates)
        self._members.add(Member(address, self._number, threads, found["unavailable"], record))
        self._number += 1

    def _refuse(self, address: str, reason: str) -> None:
        self._refused.add(address)
        self._notice(f"not using the worker at {address}: {reason}")

    def _left(self, member: Member, *, in_order: bool) -> None:
        """Take back what a worker had; one that died accuses what it ran."""
        blamed = [] if in_order else member.running
        self._backlog.put_back([*([] if blamed else member.running), *member.waiting])
        for key in self._members.remove(member):
            self._link.forget(key)
        for batch in blamed:
            reason = f"{DEATHS} cluster workers died while they ran it, the last at"
            member.record(
                [
                    _row(batch, item, member, Status.CRASH, f"{reason} {member.address}")
                    for item in self._backlog.accuse(batch)
                ]
            )

    def _reconnect(self, error: LostError) -> None:
        """Start over with the scheduler that comes back; nothing is blamed."""
        self._notice(f"lost the scheduler at {self._address} ({error}); trying again")
        for member in list(self._members.by_address.values()):
            self._left(member, in_order=True)
        self._joining.clear()
        self._refused.clear()
        self._link.close()
        pause = 1.0
        while not self.stopping:
            try:
                self._link = Link(self._address)
            except LostError:
                resume = monotonic() + pause
                while not self.stopping and monotonic() < resume:
                    sleep(_WAIT)
                pause = min(2 * pause, _LONGEST_PAUSE)
            else:
                self._notice(f"found the scheduler at {self._address} again")
                return

    # Batches go out and come back.

    def _hand_out(self) -> None:
        while self._members:
            member = self._members.emptiest()
            if member.load >= _AHEAD:
                return
            if not self._backlog:
                self._rebalance(member)
                return
            self._give(member, self._backlog.take())

    def _give(self, member: Member, batch: Batch) -> None:
        reason = member.unavailable.get(batch.task.learner)
        if reason is not None:
            status = Status.UNAVAILABLE
            member.record([_row(batch, item, member, status, reason) for item in batch.items])
            return
        job = Job(self._session, batch, self._limits, self._plan.keep_predictions)
        try:
            key = self._link.submit(member.address, sandbox.evaluate, job.dump())
        except LostError:
            self._backlog.put_back([batch])
            raise
        self._members.give(member, key, batch)

    def _rebalance(self, idle: Member) -> None:
        """At the end no batch waits at one worker while another has nothing to do."""
        fullest = self._members.fullest()
        if idle.load < 1 and fullest.waiting:
            key = next(reversed(fullest.batches))
            self._link.forget(key)
            if (found := self._members.take(key)) is not None:
                self._give(idle, found[1])

    def _hear(self) -> None:
        for reply in self._link.replies(_WAIT):
            if reply.key in self._joining:
                self._described(*self._joining.pop(reply.key), reply)
            elif (found := self._members.take(reply.key)) is not None:
                self._answered(*found, reply)

    def _answered(self, member: Member, batch: Batch, reply: Reply) -> None:
        if reply.lost:
            self._backlog.put_back([batch])
            return
        if reply.problem:
            self._drop(member, batch, reply.problem)
            return
        answer = Answer.load(reply.value, batch, member.number)
        if answer.problem:
            self._drop(member, batch, answer.problem)
            return
        for name, content in answer.predictions.items():
            add_file(self._directory / FOLDER, name, content)
        member.record(answer.finished)

    def _drop(self, member: Member, batch: Batch, reason: str) -> None:
        """Do not use a worker any more that cannot run what the others can."""
        if len(self._members.by_address) == 1:
            raise FrostgridError(
                f"the worker at {member.address} cannot go on: {reason}",
                hint="data in folders must lie at the same path on every worker",
            )
        self._backlog.put_back([batch])
        self._left(member, in_order=True)
        self._refuse(member.address, reason)


def _row(batch: Batch, item: Item, member: Member, status: Status, reason: str) -> Finished:
    """What is stored of an evaluation that was not made."""
    return Finished(Evaluation(item.key, status, reason), batch, item, member.number)

"""The connection to a Dask scheduler; no question to it waits longer than Ctrl-C may take."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from importlib.util import find_spec
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, Any

from frostgrid.base.errors import FrostgridError

if TYPE_CHECKING:
    from distributed import Client, Future

_PATIENCE = 3.0  # seconds
_TRANSFER = 60.0  # seconds; a worker may die with the result, which Dask would wait for


class LostError(Exception):
    """The scheduler does not answer, or not any more."""


@dataclass(frozen=True, slots=True)
class Reply:
    """How submitted work came to an end.

    Attributes
    ----------
    key
        Of ``Link.submit``.
    value
        What it returned.
    problem
        What it raised, in one line; empty if nothing.
    lost
        Whether no more is known, because a connection broke.
    """

    key: str
    value: Any = None
    problem: str = ""
    lost: bool = False


class Link:
    """A connection to the scheduler at ``address``.

    Raises
    ------
    LostError
        From here and from every question: the scheduler does not answer.
    FrostgridError
        Dask is not installed.
    """

    def __init__(self, address: str) -> None:
        if find_spec("distributed") is None:
            raise FrostgridError(
                "--cluster needs Dask, which is not installed",
                hint="run 'pip install distributed' in this environment and in the workers'",
            )
        from distributed import Client
        from distributed.comm import get_address_host_port

        self._replies: SimpleQueue[Reply] = SimpleQueue()
        self._futures: dict[str, Future] = {}
        self._fetching = ThreadPoolExecutor(4, "frostgrid fetch")
        self._serial = 0
        try:
            get_address_host_port(address)  # a wrong one would leave half a client behind
            self._client: Client = Client(address, timeout=_PATIENCE, set_as_default=False)
        except (OSError, ValueError, TypeError) as error:
            raise LostError(_line(error)) from error

    def workers(self) -> dict[str, int]:
        """Threads of the present workers, by address."""
        found: dict[str, int] = self._ask(self._client.nthreads)
        return found

    def left_in_order(self, worker: str) -> bool:
        """Whether a worker that is gone said good-bye: its batch system stopped it, say."""
        events = self._ask(self._client.sync, self._client.scheduler.events, topic=worker)
        ends = [event for _, event in events if event.get("action") == "remove-worker"]
        return bool(ends) and bool(ends[-1]["expected"])

    def submit(self, worker: str, function: Callable[[Any], Any], argument: object) -> str:
        """Have ``worker`` run something after all that it was given before; returns its key.

        Dask is not to choose: when a worker dies it blames whatever waited there as well as what
        ran, and cannot split a batch to find the evaluation that kills workers.
        """
        if not self.alive:
            raise LostError("the connection broke")
        self._serial += 1
        future = self._client.submit(
            function,
            argument,
            workers=[worker],
            allow_other_workers=False,
            pure=False,
            priority=-self._serial,
        )
        self._futures[future.key] = future
        future.add_done_callback(lambda done: self._fetching.submit(self._fetch, done))
        return str(future.key)

    def forget(self, key: str) -> None:
        """Take no interest any more; if it has not begun, it will not."""
        if (future := self._futures.pop(key, None)) is not None:
            future.cancel()

    def replies(self, wait: float) -> list[Reply]:
        """What came to an end, whatever it is; waits so many seconds for some."""
        found = []
        with suppress(Empty):
            found.append(self._replies.get(timeout=wait))
            while True:
                found.append(self._replies.get_nowait())
        for reply in found:
            self._futures.pop(reply.key, None)
        return found

    def tell(
        self, workers: Sequence[str], function: Callable[[str], Awaitable[None]], argument: str
    ) -> None:
        """Have workers run a coroutine at once, beside all other work; does not wait for it."""
        places = list(workers)
        run = self._client.run
        self._ask(run, function, argument, workers=places, wait=False, on_error="ignore")

    @property
    def alive(self) -> bool:
        """Whether the connection stands; Dask notices by itself when it breaks."""
        return bool(self._client.status == "running")

    def close(self) -> None:
        """Hang up; the scheduler forgets what was submitted."""
        # Its connection may be broken, or just be made anew.
        with suppress(OSError, RuntimeError):
            self._client.close(timeout=_PATIENCE)
        self._fetching.shutdown(wait=False, cancel_futures=True)

    def _fetch(self, future: Future) -> None:
        key = str(future.key)
        try:
            reply = Reply(key, future.result(timeout=_TRANSFER))
        except Exception as error:  # noqa: BLE001 - whatever was raised there is raised here
            there = future.status == "error"
            reply = Reply(key, problem=_line(error)) if there else Reply(key, lost=True)
        self._replies.put(reply)

    def _ask(self, question: Callable[..., Any], *args: Any, **named: Any) -> Any:  # noqa: ANN401
        if not self.alive:
            raise LostError("the connection broke")
        try:
            return question(*args, callback_timeout=_PATIENCE, **named)
        except (OSError, RuntimeError) as error:
            raise LostError(_line(error)) from error


def _line(error: Exception) -> str:
    return " ".join(f"{type(error).__name__}: {error}".split())

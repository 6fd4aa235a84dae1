"""A worker process: loads data, runs evaluations one by one, and says so.

Started by ``runners.engine.guard``, which stays beside it. Worker and supervisor talk JSON lines
over one socket: batches come in; ``hello``, ``loading``, ``start``, ``result``, ``done`` and
``fatal`` go out. Standard output and error belong to the learners.
"""

from __future__ import annotations

import faulthandler
import importlib
import json
import signal
import socket
from pathlib import Path
from typing import Any

from frostgrid.base.errors import FrostgridError
from runners.engine.process import address_space, no_core_dumps
from runners.engine.wire import to_json

_ENCODER = json.JSONEncoder(allow_nan=False)


def main(settings: dict[str, Any]) -> None:
    """Run batches until the supervisor closes the socket."""
    no_core_dumps()
    faulthandler.enable()
    # Ctrl-C reaches the supervisor, which decides; a terminal would send it to every process.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with socket.socket(fileno=settings["socket"]) as link:
        link.set_inheritable(False)  # what a learner starts has no business here
        Worker(link, settings["memory"], settings["modules"], settings["predictions"]).run()


class Worker:
    """The loop of a worker.

    Parameters
    ----------
    link
        Connected to the supervisor.
    memory
        Bytes an evaluation may use.
    modules
        Imported first: learners that live outside ``runners.learners``.
    predictions
        Folder to keep predictions in; None to keep none.
    """

    def __init__(
        self, link: socket.socket, memory: int, modules: list[str], predictions: str | None
    ) -> None:
        self._link = link
        self._memory = memory
        self._modules = modules
        self._predictions = predictions
        self._unsaid = b""

    def run(self) -> None:
        """Say hello, then do what comes in."""
        for module in self._modules:
            importlib.import_module(module)
        from runners.engine.bench import Bench, threads

        bench = Bench()
        self._say("hello", threads())
        for line in self._link.makefile("rb"):
            batch = json.loads(line)
            try:
                self._batch(bench, batch)
            except FrostgridError as error:
                self._say("fatal", str(error))
                return
            self._say("done", batch["number"])

    def _batch(self, bench: Any, batch: dict[str, Any]) -> None:  # noqa: ANN401 - imported late
        from runners.evaluate import evaluate, failure

        self._say("loading", batch["number"])
        dataset, split = bench.rows(batch)  # wrong data is fatal: no row of it would be true
        try:
            bench.warm(batch)
            with address_space(self._memory):
                learner, prepared, data = bench.data(batch, dataset, split)
        except Exception as error:  # noqa: BLE001 - third-party code may raise anything
            for item in batch["items"]:
                self._say("result", to_json(failure(item["key"], error)))
            return
        if self._predictions is not None:
            self._kept(batch, learner, prepared, data, split)
            return
        for item in batch["items"]:
            self._say("start", item["key"])
            with address_space(self._memory):
                outcome = evaluate(item["key"], learner, prepared, data, item["config"])
            self._say("result", to_json(outcome))

    def _kept(
        self,
        batch: dict[str, Any],
        learner: Any,  # noqa: ANN401 - imported late, as all that follow
        prepared: Any,  # noqa: ANN401
        data: Any,  # noqa: ANN401
        split: Any,  # noqa: ANN401
    ) -> None:
        """Evaluate, keep the predictions, and only then say the results.

        A row is thus never stored without its predictions; a worker that is killed loses the
        results of one batch, which are made again.
        """
        from runners.evaluate import evaluate
        from runners.store.predictions import Predicted, write_predictions

        kept: list[Predicted] = []
        outcomes = []
        for item in batch["items"]:
            self._say("start", item["key"])

            def keep(prob: Any, labels: Any, decision: Any, key: str = item["key"]) -> None:  # noqa: ANN401
                kept.append(Predicted(key, split.test, prepared.y_test, labels, prob, decision))

            with address_space(self._memory):
                outcomes.append(
                    evaluate(item["key"], learner, prepared, data, item["config"], keep)
                )
        if kept:
            write_predictions(Path(str(self._predictions)), kept)
        for outcome in outcomes:
            self._say("result", to_json(outcome))

    def _say(self, what: str, value: Any) -> None:  # noqa: ANN401 - any JSON value
        self._unsaid += _ENCODER.encode([what, value]).encode() + b"\n"
        # Another message follows a result at once: together they wake the supervisor once.
        if what != "result":
            self._link.sendall(self._unsaid)
            self._unsaid = b""

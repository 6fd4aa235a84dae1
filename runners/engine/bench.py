"""What a worker keeps at hand between evaluations: data, splits and prepared folds."""

from __future__ import annotations

from typing import Any

import numpy as np

from frostgrid.base.errors import FrostgridError
from frostgrid.base.plural import plural
from r_bridge.session import start
from runners.learner import Learner
from runners.prepare import Prepared, prepare
from runners.preprocessing import Preprocessing
from runners.registry import learners
from splits.frozen import frozen_split
from splits.split import Split
from suites.dataset import Dataset
from suites.registry import Reference

_KEPT = 100_000_000
"""Bytes of datasets to keep beside the present one; all of a small suite stays at hand."""


def threads() -> dict[str, Any]:
    """Threads that the loaded BLAS and OpenMP libraries will use; more than one is refused.

    Also makes each BLAS take its work space now: taken later, under an address-space limit,
    OpenBLAS would wait for it for ever.
    """
    import scipy.linalg.blas
    from threadpoolctl import threadpool_info

    square = np.ones((64, 64))
    scipy.linalg.blas.dgemm(1.0, square @ square, square)
    pools = {pool["prefix"]: int(pool["num_threads"]) for pool in threadpool_info()}
    for library, count in pools.items():
        if count > 1:
            raise FrostgridError(
                f"{library} uses {plural(count, 'thread')} in a worker that asked for 1",
                hint="is OPENBLAS_NUM_THREADS or OMP_NUM_THREADS set by a site file?",
            )
    return {"pools": pools}


class Bench:
    """The last dataset, split and prepared folds; batches are ordered so that this is enough."""

    def __init__(self) -> None:
        self._datasets: dict[str, Dataset] = {}
        self._split: tuple[str, Split] | None = None
        self._prepared: dict[str, Prepared] = {}
        self._data: dict[tuple[str, str], Any] = {}

    def rows(self, batch: dict[str, Any]) -> tuple[Dataset, Split]:
        """Dataset and split of ``batch``, verified against the digests of the plan.

        Raises
        ------
        FrostgridError
            The data is gone or is not what was planned.
        """
        task = batch["task"]
        digest = task["dataset_digest"]
        dataset = self._datasets.get(digest)
        if dataset is None:
            dataset = Reference.from_dict(batch["reference"]).load()
            if dataset.digest != digest:
                raise FrostgridError(
                    f"dataset {task['dataset']} is not the one this run was planned with",
                    hint="restore its file, or start a new run",
                )
            self._datasets[digest] = dataset
            while sum(kept.x.nbytes for kept in self._datasets.values()) > _KEPT:
                oldest = next(iter(self._datasets))
                if oldest == digest:
                    break
                del self._datasets[oldest]
        if self._split is None or self._split[0] != task["split_digest"]:
            split = frozen_split(dataset, task["protocol"], task["split"])
            if split.digest != task["split_digest"]:
                raise FrostgridError(
                    f"split {task['split']} of {task['dataset']} is not the planned one",
                    hint="was the protocol changed? start a new run",
                )
            self._split = task["split_digest"], split
            self._prepared.clear()
            self._data.clear()
        return dataset, self._split[1]

    def warm(self, batch: dict[str, Any]) -> None:
        """Start R where the learner of ``batch`` needs it, before any limit on memory stands.

        Raises
        ------
        FrostgridError
            There is no usable R.
        """
        if learners()[batch["task"]["learner"]].language == "r":
            start()

    def data(
        self, batch: dict[str, Any], dataset: Dataset, split: Split
    ) -> tuple[Learner, Prepared, Any]:
        """Learner of ``batch``, its prepared fold, and that fold in the learner's own form."""
        task = batch["task"]
        learner = learners()[task["learner"]]
        name = task["preprocessing"]
        if name not in self._prepared:
            self._prepared[name] = prepare(
                dataset, split.train, split.test, Preprocessing.parse(name)
            )
        prepared = self._prepared[name]
        form = learner.name, name
        if form not in self._data:
            self._data.clear()  # other learners' forms: their batches are done
            self._data[form] = learner.load(prepared.fold)
        return learner, prepared, self._data[form]

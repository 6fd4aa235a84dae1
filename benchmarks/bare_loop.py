"""Fit and predict a decision tree in a plain loop; the least that any system needs.

Usage: python bare_loop.py FOLDER [scores]    (written by overhead.py)

With ``scores`` the loop also works out accuracy and AUC by scikit-learn's functions, which is what
a script for a table of results has to do. Prints wall seconds, processor seconds, seconds of fits
and predictions, evaluations.
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from time import perf_counter, process_time

from runners.engine.process import THREAD_CAPS

os.environ |= THREAD_CAPS  # before NumPy is imported

import numpy as np
from sklearn.metrics import accuracy_score, roc_auc_score
from sklearn.tree import DecisionTreeClassifier


def main(folder: Path, scores: bool) -> None:
    saved = np.load(folder / "data.npz")
    x, y = saved["x"], saved["y"]
    parts = [
        (x[train], y[train], x[test], y[test])
        for train, test in ((saved[f"train{i}"], saved[f"test{i}"]) for i in range(20))
    ]
    configs = json.loads((folder / "configs.json").read_text())
    fits = 0.0
    start, before = perf_counter(), process_time()
    for config in configs:
        for x_train, y_train, x_test, y_test in parts:
            fit = perf_counter()
            tree = DecisionTreeClassifier(random_state=1, **config).fit(x_train, y_train)
            prob = tree.predict_proba(x_test)
            fits += perf_counter() - fit
            if scores:
                accuracy_score(y_test, prob.argmax(axis=1))
                roc_auc_score(y_test, prob[:, 1])
    wall, processor = perf_counter() - start, process_time() - before
    print(wall, processor, fits, len(configs) * len(parts))


if __name__ == "__main__":
    main(Path(sys.argv[1]), "scores" in sys.argv[2:])

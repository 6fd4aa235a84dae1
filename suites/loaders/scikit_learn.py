"""The toy datasets of scikit-learn."""

from __future__ import annotations

import pandas as pd

from frostgrid.base.errors import UnknownNameError
from suites.loader import CLASS, LOADERS, Loader


def _read(files: tuple[str, ...], columns: tuple[str, ...]) -> pd.DataFrame:
    from sklearn import datasets

    load = {
        "iris": datasets.load_iris,
        "wine": datasets.load_wine,
        "breast_cancer": datasets.load_breast_cancer,
        "digits": datasets.load_digits,
    }
    (file,) = files
    if file not in load:
        raise UnknownNameError("dataset of scikit-learn", file, load)
    bunch = load[file]()
    table = pd.DataFrame(bunch.data, columns=list(columns or bunch.feature_names))
    return table.assign(**{CLASS: [str(bunch.target_names[code]) for code in bunch.target]})


SCIKIT_LEARN = LOADERS.add(Loader("scikit_learn", package="scikit-learn", read=_read))

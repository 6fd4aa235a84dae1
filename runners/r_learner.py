"""Learners written in R: every file of ``r_bridge/R`` is one."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from r_bridge import fold, model
from r_bridge.script import SCRIPTS, Script, scripts
from runners.fold import Fold
from runners.learner import Learner, Prediction
from runners.preprocessing import Preprocessing
from runners.traits import parse_traits


def r_learners(folder: Path = SCRIPTS) -> list[Learner]:
    """Learners of all R files in ``folder``; starts no R.

    Raises ``FrostgridError`` for a file whose header is not what ``Script`` describes.
    """
    return [_learner(script) for script in scripts(folder)]


def _learner(script: Script) -> Learner:
    return Learner(
        name=script.name,
        language="r",
        package=script.package,
        title=script.title,
        version=script.version,
        preprocessing=Preprocessing.parse(script.preprocessing),
        load=partial(_load, script),
        fit=model.fit,
        predict=_predict,
        decide=model.decide,
        traits=parse_traits(script.traits.split(), script.path.name),
    )


def _load(script: Script, rows: Fold) -> fold.RFold:
    return fold.load(
        script,
        x_train=rows.x_train,
        y_train=rows.y_train,
        x_test=rows.x_test,
        n_classes=rows.n_classes,
        levels=rows.levels,
    )


def _predict(fitted: model.RModel, data: fold.RFold) -> Prediction:
    return Prediction(*model.predict(fitted, data))

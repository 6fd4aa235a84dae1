"""Configurations and datasets that no run should be given, and what must become of each."""

from __future__ import annotations

import gzip
from collections.abc import Sequence

from grids.space import Config
from runners.batches import Batch, Item
from runners.evaluation import Task
from runners.registry import learners
from splits.frozen import frozen_split
from suites.reference import Reference

BAD_CONFIGS: tuple[tuple[str, Config, str, str], ...] = (
    ("sklearn_decision_tree", {"max_depth": -1}, "error", "max_depth"),
    ("sklearn_decision_tree", {"min_samples_split": 0}, "error", "min_samples_split"),
    ("sklearn_decision_tree", {"min_samples_leaf": 0}, "error", "min_samples_leaf"),
    ("sklearn_decision_tree", {"criterion": "nonsense"}, "error", "criterion"),
    ("sklearn_decision_tree", {"ccp_alpha": -1.0}, "error", "ccp_alpha"),
    ("sklearn_decision_tree", {"max_features": 2.5}, "error", "max_features"),
    ("sklearn_decision_tree", {"no_such_parameter": 1}, "error", "no_such_parameter"),
    ("sklearn_knn", {"n_neighbors": 0}, "error", "n_neighbors"),
    ("sklearn_knn", {"n_neighbors": 1_000_000}, "not_applicable", "too_few_rows"),
    ("sklearn_knn", {"weights": "nonsense"}, "error", "weights"),
    ("sklearn_svc", {"C": -1.0}, "error", "C"),
    ("sklearn_svc", {"kernel": "nonsense"}, "error", "kernel"),
    ("sklearn_svc", {"gamma": -1.0}, "error", "gamma"),
    ("sklearn_logistic_regression", {"C": 0.0}, "error", "C"),
    ("sklearn_random_forest", {"n_estimators": 0}, "error", "n_estimators"),
    ("sklearn_random_forest", {"max_features": -1}, "error", "max_features"),
    ("sklearn_gaussian_nb", {"var_smoothing": -1.0}, "error", "var_smoothing"),
    ("sklearn_mlp", {"alpha": -1.0}, "error", "alpha"),
    ("sklearn_mlp", {"activation": "nonsense"}, "error", "activation"),
    ("lightgbm", {"num_leaves": 1}, "error", "num_leaves"),
    ("xgboost", {"booster": "nonsense"}, "error", "nonsense"),
    ("xgboost", {"max_depth": "deep"}, "error", "deep"),
    ("rpart", {"maxdepth": 100}, "error", "maxdepth|depth"),
    ("nnet", {"size": "nonsense"}, "error", "nnet.R"),
    ("ranger", {"mtry": 1000}, "error", "mtry"),
    ("ranger", {"splitrule": "nonsense"}, "error", "splitrule"),
    ("ranger", {"sample.fraction": -1.0}, "error", "sample.fraction"),
    ("randomForest", {"mtry": "nonsense"}, "error", "numeric"),
    ("e1071_svm", {"kernel": "nonsense"}, "error", "kernel"),
    ("e1071_svm", {"cost": -1.0}, "error", "C <= 0"),
    ("glmnet", {"alpha": "nonsense"}, "error", "penalty"),
    ("misbehaving", {"do": "error"}, "error", "told to fail"),
    ("misbehaving", {"do": "nan"}, "invalid_output", "finite"),
    ("misbehaving", {"do": "segfault"}, "crash", "SIGSEGV"),
    ("misbehaving", {"do": "abort"}, "crash", "SIGABRT"),
    ("misbehaving", {"do": "os_exit"}, "crash", "exit code 0"),
    ("misbehaving", {"do": "close_all"}, "crash", "died"),
    ("misbehaving", {"do": "sleep"}, "timeout", "time limit"),
    ("misbehaving", {"do": "gorge"}, "memory", "memory limit"),
    ("misbehaving", {"do": "quit_r"}, "error", "quit"),
)
"""Learner, configuration, and the status and a word of the reason that it must end with."""


_GOOD = b"a,b,class\n" + b"".join(b"%d,%d,%c\n" % (i, i % 7, b"xy"[i % 2]) for i in range(30))
_ARFF = b"@relation r\n@attribute a numeric\n@attribute class {x,y}\n@data\n"
_PACKED = gzip.compress(_GOOD * 50)

BAD_FILES: dict[str, tuple[bytes, str]] = {
    "empty.csv": (b"", "is empty"),
    "blank_lines.csv": (b"\n\n\n", "is empty"),
    "header_only.csv": (b"a,b,class\n", "no rows"),
    "one_row.csv": (b"a,b,class\n1,2,x\n", "one class only"),
    "two_rows.csv": (b"a,b,class\n1,2,x\n2,3,y\n", "single row"),
    "no_target.csv": (b"a,b,c\n1,2,x\n2,3,y\n", "no column named target or class"),
    "two_targets.csv": (b"class,Class,a\nx,y,1\ny,x,2\n", "2 columns that may be the target"),
    "target_only.csv": (b"class\nx\ny\nx\ny\n", "no column besides its target"),
    "one_class.csv": (b"a,class\n" + b"1,x\n2,x\n" * 9, "one class only"),
    "target_missing.csv": (b"a,class\n" + b"1,?\n2,?\n" * 9, "missing in every row"),
    "ragged_short.csv": (_GOOD + b"1,2\n", "line 32: 2 fields"),
    "ragged_long.csv": (_GOOD + b"1,2,x,4\n", "line 32: 4 fields"),
    "unclosed_quote.csv": (_GOOD + b'1,"2,x\n', "is damaged"),
    "latin1.csv": (_GOOD + b"1,2,\xe9\n", "not UTF-8"),
    "utf16.csv": (_GOOD.decode().encode("utf-16"), "not UTF-8"),
    "binary.csv": (bytes(range(256)) * 20, "not UTF-8"),
    "long_field.csv": (_GOOD + b'1,2,"' + b"z" * 200_000 + b'"\n', "field larger"),
    "huge_integers.csv": (
        b"a,class\n" + b"".join(b"%d,%c\n" % (10**30 + i, b"xy"[i % 2]) for i in range(30)),
        "too large to keep exactly",
    ),
    "duplicate_names.csv": (_GOOD.replace(b"a,b", b"a,a", 1), "two columns are named"),
    "blank_name.csv": (_GOOD.replace(b"a,b", b",b", 1), "has no name"),
    "nothing_known.csv": (b"a,class\n" + b"?,x\n?,y\n" * 9, "constant"),
    "infinite.csv": (b"a,class\n" + b"inf,x\n1,y\n" * 9, "infinite"),
    "all_classes.csv": (b"a,class\n" + b"".join(b"1,c%d\n" % i for i in range(30)), "single row"),
    "real_target.csv": (
        b"a,class\n" + b"".join(b"%d,%.2f\n" % (i, 0.37 * i) for i in range(99)),
        "single row",
    ),
    "cut.csv.gz": (gzip.compress(_GOOD)[:-12], "is damaged"),
    "flipped.csv.gz": (_PACKED[:60] + b"\xff\xff" + _PACKED[62:], "is damaged"),
    "no_gzip.csv.gz": (_GOOD, "is damaged"),
    "trailing.csv.gz": (gzip.compress(_GOOD) + b"garbage", "is damaged"),
    "bomb.csv.gz": (gzip.compress(b"a,class\n" + bytes(200_000_000), 1), "unpacks to more than"),
    "text.parquet": (_GOOD, "is damaged"),
    "empty.parquet": (b"", "is damaged"),
    "cut.arff": (b"@relation x\n@attribute a numeric\n", "not valid ARFF"),
    "undeclared.arff": (_ARFF + b"1,x\n2,z\n", "line 6"),
    "bad_type.arff": (_ARFF.replace(b"numeric", b"strange"), "line 2"),
    "bad_number.arff": (_ARFF + b"1,x\nabc,y\n", "line 6"),
    "few_cells.arff": (_ARFF + b"1,x\n2\n", "line 6"),
    "text.arff": (_GOOD, "not valid ARFF"),
    "empty.arff": (b"", "not valid ARFF"),
}
"""Content of files that no plan may hold, and a word of the line that says why."""

BAD_FOR: tuple[tuple[str, bytes, str, str], ...] = (
    (
        "sixty_levels",
        b"a,class\n" + b"".join(b"l%d,%c\n" % (i % 60, b"xy"[i // 60 % 2]) for i in range(600)),
        "randomForest",
        "too_many_levels",
    ),
    (
        "four_rows",
        b"a,b,class\n1,1,x\n2,2,x\n3,3,y\n4,5,y\n",
        "sklearn_knn",
        "too_few_rows",
    ),
)
"""Name and content of files that can be planned, a learner that cannot take them, and why."""


def batch(reference: Reference, learner: str, configs: Sequence[Config], split: int = 0) -> Batch:
    """Evaluations of ``configs`` as a run would make them."""
    dataset = reference.load()
    rows = frozen_split(dataset, "bootstrap", split)
    # The plug-in must not be imported into the process of the tests.
    adapter, preprocessing = (
        (1, "impute-native-none")
        if learner == "misbehaving"
        else (learners()[learner].version, str(learners()[learner].preprocessing))
    )
    task = Task(
        dataset=dataset.name,
        dataset_digest=dataset.digest,
        protocol="bootstrap",
        split=split,
        split_digest=rows.digest,
        learner=learner,
        adapter=adapter,
        preprocessing=preprocessing,
        subset="all",
        n_train=len(rows.train),
        n_columns=dataset.n_columns,
    )
    items = tuple(Item(task.key(config), number, config) for number, config in enumerate(configs))
    return Batch(task, 1, reference.to_dict(), items)

"""Our weighted nearest neighbours against R's kknn, and against its rules worked out by hand."""

from __future__ import annotations

import csv
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import cast

import numpy as np
import pandas as pd
import pytest
from scipy import stats

from frostgrid.base.arrays import FloatMatrix, IndexVector, LabelVector
from frostgrid.base.errors import FrostgridError
from runners.kknn import neighbours as search
from runners.kknn.classify import classify
from runners.kknn.design import design
from runners.kknn.kernels import KERNELS
from runners.kknn.neighbours import neighbours
from suites.parse import EXACT

KEYS = ["scale", "k", "distance", "kernel"]


@dataclass(frozen=True, slots=True, eq=False)
class Reference:
    """A dataset of the reference, as R saw it."""

    x: FloatMatrix
    y: LabelVector
    classes: list[str]
    levels: tuple[int, ...]
    ordered: list[int]
    train: IndexVector
    test: IndexVector


def table(folder: Path, what: str, name: str) -> pd.DataFrame:
    return pd.read_csv(folder / f"{what}_{name}.csv", float_precision=EXACT)


def reference(folder: Path, name: str) -> Reference:
    with (folder / f"schema_{name}.csv").open(newline="") as file:
        schema = {row["column"]: row for row in csv.DictReader(file)}
    data = pd.read_csv(folder / f"data_{name}.csv", dtype=str)
    split = table(folder, "split", name).set_index("row0")["set"]
    classes = schema.pop("target")["levels"].split("|")
    columns, levels, ordered = [], [], []
    for j, (column, row) in enumerate(schema.items()):
        known = row["levels"].split("|") if row["levels"] else []
        levels.append(len(known))
        columns.append([float(known.index(v)) if known else float(v) for v in data[column]])
        if "ordered" in row["class"]:
            ordered.append(j)
    return Reference(
        x=np.array(columns).T,
        y=np.array([classes.index(v) for v in data["target"]], dtype=np.int32),
        classes=classes,
        levels=tuple(levels),
        ordered=ordered,
        train=split.index[split == "train"].to_numpy(np.int32),
        test=split.index[split == "test"].to_numpy(np.int32),
    )


@pytest.mark.parametrize("name", ["sonar", "glass"])
def test_probabilities_and_labels_equal_those_of_kknn(shared: Path, name: str) -> None:
    """Every row, although R's order of rows at equal distances is that of an unstable sort."""
    folder = shared / "reference" / "kknn"
    data = reference(folder, name)
    expected = table(folder, "prob", name)
    assert set(expected["kernel"]) == set(KERNELS)
    for key, group in expected.groupby(KEYS):
        scale, k, distance, kernel = cast("tuple[bool, int, float, str]", key)
        found = classify(
            data.x[data.train],
            data.y[data.train],
            data.x[data.test],
            len(data.classes),
            data.levels,
            ordered=data.ordered,
            k=int(k),
            distance=float(distance),
            kernel=str(kernel),
            scale=bool(scale),
        )
        wanted = group.set_index("row0").loc[data.test]
        prob = wanted[[f"p_{c}" for c in data.classes]]
        np.testing.assert_allclose(found.prob, prob, rtol=0, atol=1e-9)
        labels = found.prob.argmax(axis=1) if found.labels is None else found.labels
        assert [data.classes[label] for label in labels] == wanted["fitted"].astype(str).tolist()


@pytest.mark.parametrize("name", ["sonar", "glass"])
def test_neighbours_and_their_distances_equal_those_of_kknn(shared: Path, name: str) -> None:
    folder = shared / "reference" / "kknn"
    data = reference(folder, name)
    expected = table(folder, "neighbours", name)
    for key, group in expected.groupby(KEYS[:3]):
        scale, k, distance = cast("tuple[bool, int, float]", key)
        columns = design(
            data.x[data.train],
            data.x[data.test],
            data.levels,
            ordered=data.ordered,
            scale=bool(scale),
        )
        found, away = neighbours(columns, int(k), float(distance))
        wanted = group.sort_values(["row0", "rank"])
        np.testing.assert_allclose(away.ravel(), wanted["dist"], rtol=1e-9)
        assert (found.ravel() == wanted["train_pos0"]).mean() > 0.98


def small(n: int = 30, p: int = 3, seed: int = 0) -> tuple[FloatMatrix, LabelVector, FloatMatrix]:
    rng = np.random.default_rng(seed)
    y = rng.permutation(np.arange(n, dtype=np.int32) % 3)
    return rng.normal(size=(n, p)), y, rng.normal(size=(7, p))


def prob(k: int, kernel: str, **others: object) -> FloatMatrix:
    x, y, test = small()
    return classify(x, y, test, 3, (0, 0, 0), k=k, kernel=kernel, **others).prob  # type: ignore[arg-type]


@pytest.mark.parametrize("distance", [0.5, 1.0, 2.0, 3.7])
@pytest.mark.parametrize("k", [1, 5, 28, 29])
def test_neighbours_are_those_of_a_brute_force_search(k: int, distance: float) -> None:
    """kknn itself returns wrong neighbours for k = n - 1 and k = n."""
    x, y, test = small()
    powers = (np.abs(test[:, None] - x) ** distance).sum(axis=2)
    nearest = powers.argsort(axis=1)[:, :k]
    expected = [np.bincount(y[row], minlength=3) / k for row in nearest]
    found = prob(k, "rectangular", distance=distance, scale=False)
    np.testing.assert_allclose(found, expected, atol=1e-12)


@pytest.mark.parametrize("kernel", KERNELS)
def test_k_of_all_rows_and_more_means_all_rows(kernel: str) -> None:
    all_rows = prob(30, kernel)
    np.testing.assert_array_equal(prob(31, kernel), all_rows)
    np.testing.assert_array_equal(prob(1000, kernel), all_rows)
    if kernel == "rectangular":
        np.testing.assert_allclose(all_rows, np.full((7, 3), 1 / 3))


@pytest.mark.parametrize("kernel", KERNELS)
def test_one_neighbour_decides_alone(kernel: str) -> None:
    found = prob(1, kernel)
    assert found.shape == (7, 3)
    np.testing.assert_allclose(found.max(axis=1), 1.0)


DENSITIES: dict[str, Callable[[FloatMatrix], FloatMatrix]] = {
    "triangular": lambda r: stats.triang.pdf(r, 0.5, loc=-1, scale=2),
    "epanechnikov": lambda r: stats.beta.pdf((r + 1) / 2, 2, 2),
    "biweight": lambda r: stats.beta.pdf((r + 1) / 2, 3, 3),
    "triweight": lambda r: stats.beta.pdf((r + 1) / 2, 4, 4),
    "cos": lambda r: np.sin(np.pi / 2 * (1 - r)),
    "inv": lambda r: r**-1.0,
    # One sixth of both tails lies beyond the sixth row.
    "gaussian": lambda r: stats.norm.pdf(r * stats.norm.ppf(1 - 1 / 12)),
}
"""Weights of five neighbours by the densities that the kernels are named after."""


@pytest.mark.parametrize("kernel", DENSITIES)
def test_weights_are_densities_of_the_distance_relative_to_the_next_row(kernel: str) -> None:
    x, y, test = small()
    away = np.sqrt(((test[:, None] - x) ** 2).sum(axis=2))
    order = away.argsort(axis=1)[:, :6]
    near = np.take_along_axis(away, order, axis=1)
    weights = DENSITIES[kernel](near[:, :5] / near[:, 5:])
    votes = np.array([np.bincount(y[o[:5]], w, 3) for o, w in zip(order, weights, strict=True)])
    expected = votes / votes.sum(axis=1, keepdims=True)
    np.testing.assert_allclose(prob(5, kernel, scale=False), expected, atol=1e-12)


def line(*train: float) -> FloatMatrix:
    return np.array(train, dtype=float)[:, None]


def ask(
    train: FloatMatrix,
    y: Sequence[int],
    test: FloatMatrix,
    levels: tuple[int, ...] = (0,),
    **how: object,
) -> FloatMatrix:
    codes = np.array(y, dtype=np.int32)
    return classify(train, codes, test, int(codes.max()) + 1, levels, **how).prob  # type: ignore[arg-type]


def test_ranks_share_their_average_where_distances_are_equal() -> None:
    """Distances 1, 1, 2 have ranks 1.5, 1.5, 3 and weights 2.5, 2.5, 1."""
    found = ask(line(1, -1, 2, 9), [0, 1, 2, 0], line(0), k=3, kernel="rank", scale=False)
    np.testing.assert_allclose(found, [[2.5 / 6, 2.5 / 6, 1 / 6]])


def test_optimal_weights_count_features_not_their_columns() -> None:
    """Samworth (2012), eq. 5, for k = 2 and d = 1 by hand: 1 + 1/2 - 1/8 * (1, 7)."""
    found = ask(line(1, 2, 9), [0, 1, 0], line(0), k=2, kernel="optimal", scale=False)
    first, second = 1.5 - 1 / 8, 1.5 - 7 / 8
    np.testing.assert_allclose(found, [[first / 2, second / 2]])
    codes = line(0, 1, 2, 2)
    same = ask(codes, [0, 1, 1, 1], line(0), (3,), k=2, kernel="optimal", scale=False)
    np.testing.assert_allclose(same, found)


def test_of_rows_at_equal_distances_the_earlier_is_nearer() -> None:
    found = ask(line(1, -1, 1, 5), [1, 0, 0, 1], line(0), k=1, kernel="rectangular")
    np.testing.assert_array_equal(found, [[0, 1]])


def test_of_classes_with_equal_votes_the_label_is_the_first_to_have_them_all() -> None:
    """Classes 0 1 1 0 by distance: class 1 has its two votes after three rows."""
    y = np.array([0, 1, 1, 0, 0], dtype=np.int32)
    found = classify(line(1, 2, 3, 4, 9), y, line(0), 2, (0,), k=4, kernel="rectangular")
    np.testing.assert_array_equal(found.prob, [[0.5, 0.5]])
    assert found.labels is not None
    assert found.labels.tolist() == [1]


def test_levels_without_order_are_equally_far_apart_and_share_one_weight() -> None:
    """Two of three 0/1 columns differ, each of weight 1/3: the distance of any two levels."""
    codes = line(0, 1, 2, 0)
    data = design(codes, codes[:3], (3,), ordered=(), scale=False)
    _, away = neighbours(data, 4, 2.0)
    distances = {round(float(d), 12) for d in away.ravel()}
    assert distances == {0.0, round(float(np.sqrt(2 / 3)), 12)}


def test_a_factor_is_scaled_by_the_mean_variance_of_its_columns() -> None:
    codes = line(0, 0, 1, 2, 2, 2)
    dummies = codes == np.arange(3)
    width = np.sqrt(dummies.var(axis=0, ddof=1).mean())
    data = design(codes, codes, (3,), ordered=(), scale=True)
    np.testing.assert_allclose(data.train, dummies / width)
    np.testing.assert_allclose(data.weights, np.full(3, 1 / 3))


def test_ordered_levels_are_as_far_apart_as_the_thresholds_between_them() -> None:
    codes = line(0, 1, 2, 3)
    data = design(codes, line(0), (4,), ordered=(0,), scale=False)
    _, away = neighbours(data, 4, 1.0)
    np.testing.assert_allclose(away, [[0, 1 / 3, 2 / 3, 1]])


def test_scaling_makes_features_count_alike_whatever_their_unit() -> None:
    x, y, test = small()
    unit = np.array([1.0, 1e4, 1e-4])
    plain = classify(x, y, test, 3, (0, 0, 0), k=5).prob
    np.testing.assert_allclose(classify(x * unit, y, test * unit, 3, (0, 0, 0), k=5).prob, plain)


def test_a_feature_that_is_constant_in_training_counts_nothing() -> None:
    x, y, test = small()
    wide = np.column_stack([x, np.full(len(x), 0.1)])
    moved = np.column_stack([test, np.arange(len(test))])
    for scale in (True, False):
        found = classify(wide, y, moved, 3, (0,) * 4, kernel="triangular", scale=scale).prob
        alone = classify(x, y, test, 3, (0,) * 3, kernel="triangular", scale=scale).prob
        np.testing.assert_array_equal(found, alone)


def test_a_level_without_training_rows_can_be_asked_for() -> None:
    """kknn fails on factors whose levels differ between training and test rows."""
    found = ask(line(0, 1, 0, 1), [0, 1, 0, 1], line(2, 0), (3,), k=2)
    assert found.shape == (2, 2)
    np.testing.assert_allclose(found.sum(axis=1), 1)
    np.testing.assert_allclose(found[1], [1, 0])


def test_levels_that_no_test_row_has_change_no_answer() -> None:
    """kknn fails with "subscript out of bounds" where test rows have fewer levels."""
    codes = np.tile(np.arange(10.0), 3)[:, None]
    y = (codes[:, 0] % 3).astype(int).tolist()
    whole = ask(codes, y, codes[:10], (10,), k=4, kernel="inv")
    np.testing.assert_array_equal(ask(codes, y, codes[1:4], (10,), k=4, kernel="inv"), whole[1:4])
    np.testing.assert_array_equal(ask(codes, y, codes[7:8], (10,), k=4, kernel="inv"), whole[7:8])


def test_a_class_without_neighbours_has_probability_zero() -> None:
    x, y, test = small()
    found = classify(x, y, test, 5, (0, 0, 0), k=3).prob
    assert found.shape == (7, 5)
    assert not found[:, 3:].any()


def test_the_size_of_blocks_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = prob(5, "optimal", distance=1.5)
    for block in (1, 61, 90):
        monkeypatch.setattr(search, "BLOCK", block)
        np.testing.assert_array_equal(prob(5, "optimal", distance=1.5), whole)


def test_memory_is_bounded_by_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    """4,000 x 4,000 distances would take 128 MB."""
    import tracemalloc

    rng = np.random.default_rng(0)
    x = rng.normal(size=(4000, 2))
    y = (np.arange(4000) % 2).astype(np.int32)
    monkeypatch.setattr(search, "BLOCK", 2**18)
    tracemalloc.start()
    classify(x, y, x, 2, (0, 0))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 16e6


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"k": 0}, "k is 0; ask for one neighbour or more"),
        ({"distance": 0.0}, "distance is 0.0; give an exponent above 0"),
        ({"kernel": "cosine"}, "no kernel is named 'cosine'; known: .*cos"),
    ],
)
def test_arguments_out_of_range_are_one_clear_line(wrong: dict[str, object], message: str) -> None:
    x, y, test = small()
    with pytest.raises(FrostgridError, match=message):
        classify(x, y, test, 3, (0, 0, 0), **wrong)  # type: ignore[arg-type]

"""Dependencies point one way, and importing the packages starts nothing."""

from __future__ import annotations

import ast
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
OURS = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["hatch"]["build"][
    "targets"
]["wheel"]["packages"]

BASE = "frostgrid.base"
MAY_IMPORT = {
    "frostgrid.base": set[str](),
    "suites": {BASE},
    "splits": {BASE, "suites"},
    "grids": {BASE},
    "r_bridge": {BASE},
    "runners": {BASE, "suites", "splits", "grids", "r_bridge"},
    # Declarations of spaces and twins; no learner and no R.
    "studies": {BASE, "grids"},
    "release": {BASE},
    # The front door; its own modules load each other only when a command runs, see below.
    "frostgrid": {BASE, *OURS},
}
HEAVY = {"sklearn", "xgboost", "lightgbm", "catboost", "rpy2"}


def layer(module: str) -> str | None:
    """The line of the table that a module of ours belongs to."""
    if module == "frostgrid.base" or module.startswith("frostgrid.base."):
        return BASE
    top = module.partition(".")[0]
    return top if top in OURS else None


def modules() -> Iterator[tuple[str, Path]]:
    for package in OURS:
        for path in sorted((ROOT / package).rglob("*.py")):
            parts = path.relative_to(ROOT).with_suffix("").parts
            yield ".".join(parts).removesuffix(".__init__"), path


def imports(path: Path) -> Iterator[tuple[str, bool]]:
    """Names that a file imports, each with whether merely importing the file does so."""

    def visit(node: ast.AST, runs: bool) -> Iterator[tuple[str, bool]]:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.Import):
                yield from ((alias.name, runs) for alias in child.names)
            elif isinstance(child, ast.ImportFrom):
                assert child.level == 0, f"{path} has a relative import"
                assert child.module is not None
                # What is imported may be a module of a package, so that its full name counts.
                yield from ((f"{child.module}.{alias.name}", runs) for alias in child.names)
            elif isinstance(child, ast.If) and ast.unparse(child.test) == "TYPE_CHECKING":
                for part in child.body:
                    yield from visit(ast.Module([part], []), False)
            else:
                inside = isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
                yield from visit(child, runs and not inside)

    yield from visit(ast.parse(path.read_text("utf-8")), True)


ALL = dict(modules())


def test_every_package_has_its_line_in_the_table() -> None:
    assert set(OURS) <= set(MAY_IMPORT)
    assert {"frostgrid.doctor", "suites", "runners.registry"} <= set(ALL)


@pytest.mark.parametrize("module", ALL)
def test_imports_point_down(module: str) -> None:
    own = layer(module)
    assert own is not None
    for name, _ in imports(ALL[module]):
        if name == "frostgrid.__version__":
            continue
        other = layer(name)
        if other is not None and other != own:
            assert other in MAY_IMPORT[own], f"{module} imports {name}"


@pytest.mark.parametrize("module", ALL)
def test_heavy_packages_are_imported_inside_functions(module: str) -> None:
    loaded = {name.partition(".")[0] for name, runs in imports(ALL[module]) if runs}
    assert not loaded & HEAVY


def loaded_by(statement: str) -> set[str]:
    """Top-level packages in a Python that has run ``statement``."""
    code = f"import sys; {statement}; print(*{{name.partition('.')[0] for name in sys.modules}})"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return set(done.stdout.split())


@pytest.mark.parametrize(
    "statement",
    ["import frostgrid", "import runners", "from runners.registry import learners; learners()"],
)
def test_importing_starts_no_r_and_loads_no_learner(statement: str) -> None:
    assert not loaded_by(statement) & HEAVY


def test_the_command_line_loads_a_command_only_when_it_is_called() -> None:
    loaded = loaded_by("from frostgrid.cli.main import app; app()")
    assert "cyclopts" in loaded
    assert loaded & {*OURS, "numpy", "pandas", "optuna"} == {"frostgrid"}


# The guard forks before it has loaded anything, while it has one thread.
FORKING = {"runners.engine.guard"}


@pytest.mark.parametrize("module", sorted(ALL.keys() - FORKING))
def test_no_process_is_forked_by_us(module: str) -> None:
    """A fork after R, LightGBM or xgboost ran shares or waits for what only the parent has.

    ``preexec_fn`` runs between fork and exec, where a threaded parent's locks are held for ever.
    """
    tree = ast.parse(ALL[module].read_text("utf-8"))
    used = {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
    used |= {node.arg for node in ast.walk(tree) if isinstance(node, ast.keyword) and node.arg}
    used |= {part for name, _ in imports(ALL[module]) for part in name.split(".")}
    forking = {"fork", "forkpty", "multiprocessing", "ProcessPoolExecutor", "preexec_fn"}
    assert not used & forking


@pytest.mark.parametrize("module", ALL)
def test_nothing_is_pickled_by_us(module: str) -> None:
    """A pickle runs code when it is read, and is tied to versions."""
    for node in ast.walk(ast.parse(ALL[module].read_text("utf-8"))):
        match node:
            case ast.keyword(arg="allow_pickle", value=ast.Constant(value=False)):
                continue
            case ast.keyword(arg=str(name)) | ast.Attribute(attr=name) | ast.Name(id=name):
                names = {name}
            case ast.Import(names=aliases):
                names = {alias.name for alias in aliases}
            case ast.ImportFrom(module=str(name), names=aliases):
                names = {name, *(alias.name for alias in aliases)}
            case _:
                continue
        for name in names:
            assert "pickle" not in name, f"{module} uses {name}"
            assert name.partition(".")[0] not in {"joblib", "shelve", "dill"}, f"{module}: {name}"


@pytest.mark.parametrize("folder", [*OURS, "tests", "benchmarks"])
def test_no_precision_of_decimals_is_spelt_out(folder: str) -> None:
    """pandas 3.1 warns of each; ``suites.parse.EXACT`` is what the pandas at hand wants."""
    for path in sorted((ROOT / folder).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.keyword) and node.arg == "float_precision":
                assert not isinstance(node.value, ast.Constant), f"{path}:{node.lineno}"

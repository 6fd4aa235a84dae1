"""Parameters of a space in words, for listings and pages."""

from __future__ import annotations

from collections.abc import Callable
from inspect import getdoc

from optuna.distributions import CategoricalDistribution, IntDistribution

from grids.space import Parameter, Value

OWN = "the package's own"


def range_words(parameter: Parameter) -> str:
    """Values it is drawn from, and on which scale: ``whole number 10 to 500, log scale``."""
    found = parameter.distribution
    if isinstance(found, CategoricalDistribution):
        return ", ".join("not given" if x is None else value_words(x) for x in found.choices)
    if found.single():
        return f"always {value_words(found.low)}"
    kind = "whole number " if isinstance(found, IntDistribution) else ""
    scale = ", log scale" if found.log else ""
    step = f" in steps of {value_words(found.step)}" if found.step not in (None, 1) else ""
    return f"{kind}{value_words(found.low)} to {value_words(found.high)}{step}{scale}"


def default_words(parameter: Parameter) -> str:
    """What row 0 means."""
    if parameter.default is None and parameter.default_rule:
        return _said(parameter.default_rule)
    return value_words(parameter.default)


def when_words(parameter: Parameter) -> str:
    """Under which condition it counts; empty if always."""
    if parameter.when is None:
        return ""
    other, values = parameter.when
    return f"{other} is {' or '.join(map(value_words, values))}"


def rule_words(parameter: Parameter) -> str:
    """What the argument is, given the drawn value and the data; empty if it is the value."""
    return _said(parameter.rule) if parameter.rule else ""


def value_words(value: Value) -> str:
    """A value as people write it."""
    match value:
        case None:
            return OWN
        case bool():
            return str(value).lower()
        case float():
            return f"{value:.10g}"
    return str(value)


def _said(rule: Callable[..., Value]) -> str:
    return (getdoc(rule) or rule.__name__).partition("\n")[0].replace("``", "").rstrip(".")

"""What ``list datasets`` and ``show`` say of datasets."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from suites.dataset import Dataset
from suites.entry import dataset_entry
from suites.health import Health, copies, examine
from suites.openml.members import list_names, members
from suites.overlap import Signatures, catalogue_signatures, signatures
from suites.registry import Reference, Suite


def described(reference: Reference, dataset: Dataset) -> dict[str, Any]:
    """Everything about one dataset; it is compared with all of the catalogue."""
    own = reference.name if reference.kind == "catalogue" else None
    health = examine(dataset, [other for other in catalogue_signatures() if other.name != own])
    return {
        "dataset": reference.name,
        "rows": health.rows,
        "columns": health.columns,
        "numeric": health.numeric,
        "categorical": health.categorical,
        "missing": health.missing,
        "classes": dict(health.classes),
        "digest": dataset.digest,
        "source": dataset.about.source,
        "licence": dataset.about.licence,
        "openml_id": dataset.about.openml_id,
        "flags": list(dataset.about.flags),
        "unlabelled": dataset.about.unlabelled,
        **_findings(health),
        "names": list(dataset.columns),
    }


def listed(suite: Suite) -> list[dict[str, Any]]:
    """One row per dataset of ``suite``; None is what only reading or fetching it would tell.

    What the catalogue tells of is not read, and nothing is fetched.
    """
    return [
        {
            "dataset": reference.name,
            "suites": suites_of(reference),
            **_known(reference, suite.flags.get(reference.name, ())),
        }
        for reference in suite.references
    ]


def suites_of(reference: Reference) -> list[str]:
    """Names of the suites that hold this dataset."""
    if reference.kind == "file":
        return []
    own = dataset_entry(reference.name).suites if reference.kind == "catalogue" else ()
    lists = [
        name
        for name in list_names()
        for member in members(name)
        if (member.name, member.openml_id) == (reference.name, reference.openml_id)
    ]
    return sorted({*own, *lists})


def _known(reference: Reference, flags: tuple[str, ...]) -> dict[str, Any]:
    if reference.kind == "catalogue":
        entry = dataset_entry(reference.name)
        return {
            "rows": entry.rows,
            "columns": entry.features,
            "categorical": None,
            "missing": None,
            "classes": entry.classes,
            "openml_id": entry.openml_id,
            "licence": entry.licence,
            "flags": list(entry.flags),
        }
    dataset = reference.load() if reference.at_hand() else None
    return {
        "rows": dataset and dataset.n_rows,
        "columns": dataset and dataset.n_columns,
        "categorical": dataset and dataset.n_categorical,
        "missing": dataset and dataset.n_missing,
        "classes": dataset and len(dataset.classes),
        "openml_id": dataset.about.openml_id if dataset else reference.openml_id,
        "licence": dataset and dataset.about.licence,
        "flags": list(dataset.about.flags if dataset else flags),
    }


def examined(suite: Suite) -> list[dict[str, Any]]:
    """Findings about every dataset of ``suite``, one row each; reads all, even from the network.

    Each is compared with the others of the suite and with the catalogue.
    """
    # Signatures are kept, datasets are not: a suite need not fit into memory.
    found = []
    for reference in suite.references:
        dataset = reference.load()
        found.append((reference, dataset.about.flags, examine(dataset), signatures(dataset)))
    rows = []
    for reference, flags, health, own in found:
        others = [other for _, _, _, other in found if other is not own]
        if reference.kind != "catalogue":
            others += _catalogue()
        whole = replace(health, near_duplicates=copies(own, others))
        rows.append(
            {
                "dataset": reference.name,
                "rows": whole.rows,
                "numeric": whole.numeric,
                "categorical": whole.categorical,
                "missing": whole.missing,
                "classes": " ".join(str(count) for _, count in whole.classes),
                **_findings(whole),
                "flags": list(flags),
            }
        )
    return rows


def _findings(health: Health) -> dict[str, Any]:
    return {
        "duplicate_rows": health.duplicate_rows,
        "constant": list(health.constant_columns),
        "leaking": list(health.leaking_columns),
        "near_duplicates": [f"{name} ({share:.0%})" for name, share in health.near_duplicates],
    }


def _catalogue() -> list[Signatures]:
    return [replace(found, name=f"catalogue: {found.name}") for found in catalogue_signatures()]

"""Metadata of an archive for loaders of data sets: what the specification of Croissant 1.0 requires.

The specification is at http://mlcommons.org/croissant/1.0.
"""

import csv
import hashlib
import io
import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from rankings.reports.computation import compute_report
from rankings.reports.options import ReportOptions
from rankings.reports.paper.paper import Source
from tests.reports.test_paper_archive import archived, few_figures, judged, marked

__all__ = ["few_figures"]

# "Dataset-level information": properties that the specification calls required.
OF_DATASET = {
    *("@context", "@type", "conformsTo", "name", "description", "license", "url", "creator"),
    "datePublished",
}
OF_FILE_OBJECT = {"@type", "@id", "name", "contentUrl", "encodingFormat", "sha256"}
OF_RECORD_SET = {"@type", "@id", "name", "field"}
OF_FIELD = {"@type", "@id", "name", "dataType", "source"}
# Beside the terms of the context, whatever schema.org defines may stand in it; these do here.
OF_SCHEMA_ORG = {
    *("name", "description", "license", "url", "creator", "datePublished", "version", "keywords"),
    *("distribution", "contentUrl", "contentSize", "encodingFormat", "sha256"),
}
READ: dict[str, Callable[[str], object]] = {
    "sc:Text": str,
    "sc:Integer": int,
    "sc:Float": float,
    "sc:Boolean": {"true": True, "false": False}.__getitem__,
}


@pytest.fixture
def files() -> dict[str, bytes]:
    return of_all_kinds()


@pytest.fixture
def described(files: dict[str, bytes]) -> dict[str, Any]:
    document: dict[str, Any] = json.loads(files["croissant.json"])
    return document


@cache
def of_all_kinds() -> dict[str, bytes]:
    """With times, a skipped item and marks on edits, so that no column is empty throughout."""
    judgments = [replace(one, active_seconds=7.5, item="3") for one in judged()]
    judgments[0] = replace(judgments[0], skipped=True)
    systems = sorted({name for one in judgments for output in one.outputs for name in output.systems})
    made = compute_report(judgments, [], systems, ReportOptions(replicates=20, parts=()), edits=marked())
    return archived(Source(made.recipe, made.result, judgments, marked()))


def parts(value: Any) -> Iterator[dict[str, Any]]:
    """Every object in a document but the context."""
    if isinstance(value, dict):
        yield value
        for key, inner in value.items():
            if key != "@context":
                yield from parts(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from parts(inner)


def test_every_required_property_is_there(described: dict[str, Any]) -> None:
    assert described.keys() >= OF_DATASET
    assert described["@type"] == "sc:Dataset"
    assert described["conformsTo"] == "http://mlcommons.org/croissant/1.0"
    objects, sets = described["distribution"], described["recordSet"]
    assert objects
    assert sets
    for needed, type_, found in (
        (OF_FILE_OBJECT, "cr:FileObject", objects),
        (OF_RECORD_SET, "cr:RecordSet", sets),
        (OF_FIELD, "cr:Field", [field for one in sets for field in one["field"]]),
    ):
        for one in found:
            assert one.keys() >= needed, one
            assert one["@type"] == type_
            assert all(one[key] not in (None, "", [], {}) for key in needed), one


def test_every_term_is_one_of_the_vocabularies(described: dict[str, Any]) -> None:
    context = described["@context"]
    assert context["@vocab"] == "https://schema.org/"
    assert (context["cr"], context["sc"]) == ("http://mlcommons.org/croissant/", "https://schema.org/")
    assert context["dct"] == "http://purl.org/dc/terms/"
    for part in parts(described):
        for key in part:
            assert key.startswith("@") or key in context or key in OF_SCHEMA_ORG, key


def test_names_are_unique_and_every_reference_leads_somewhere(described: dict[str, Any]) -> None:
    declared = [part["@id"] for part in parts(described) if "@type" in part and "@id" in part]
    assert len(declared) == len(set(declared))
    referred = [part["@id"] for part in parts(described) if set(part) == {"@id"}]
    assert referred
    assert set(referred) <= set(declared)
    for records in described["recordSet"]:
        for field in records["field"]:
            assert field["@id"] == f"{records['@id']}/{field['name']}"


def test_every_value_is_of_the_stated_type(described: dict[str, Any], files: dict[str, bytes]) -> None:
    """As a loader reads it: by the column's name, with an empty cell for what is missing."""
    filled = set()
    for records in described["recordSet"]:
        for field in records["field"]:
            path, column = field["source"]["fileObject"]["@id"], field["source"]["extract"]["column"]
            rows = csv.DictReader(io.StringIO(files[path].decode(), newline=""))
            assert column in (rows.fieldnames or ())
            for row in rows:
                if row[column]:
                    READ[field["dataType"]](row[column])
                    filled.add((path, column))
    of_judgments = {column for path, column in filled if path == "data/judgments.csv"}
    assert {"rank", "seconds", "active_seconds", "skipped", "systems"} <= of_judgments
    assert any(path == "data/edit-marks.csv" for path, _ in filled)


def test_size_and_digest_are_those_of_the_files(described: dict[str, Any], files: dict[str, bytes]) -> None:
    for one in described["distribution"]:
        content = files[one["contentUrl"]]
        assert one["sha256"] == hashlib.sha256(content).hexdigest()
        assert one["contentSize"] == f"{len(content)} B"

"""The result of a report, as it is stored: see `rankings.formats.json_form`."""

from dataclasses import dataclass
from typing import Any

from rankings.analysis.agreement import Agreement
from rankings.formats.json_form import Document, from_json, result
from rankings.reports.options import REPLICATES_OF_SIDE_PARTS


def _with_measures_in_agreement(document: Document) -> Document:
    """Until version 1 the measures stood beside the agreement, and nothing said how they were resampled."""
    measures = document.pop("agreement_measures", [])
    replicates = min(document["agreement"]["replicates"], REPLICATES_OF_SIDE_PARTS) if measures else 0
    document["agreement"] = {**document["agreement"], "measures": measures, "measure_replicates": replicates}
    return document


@result("report", version=1, upgrades={0: _with_measures_in_agreement})
@dataclass(frozen=True, slots=True)
class ReportResult:
    """Everything that a report shows. Parts of the type `Any` are JSON values still.

    What has a value here was not in the reports of every version, or is computed only when asked for.
    """

    judges: Any
    total: Any
    sentences: int
    systems: tuple[str, ...]
    unjudged_systems: tuple[str, ...]
    distinct_outputs: Any
    agreement: Agreement
    ranking: Any
    comparison: Any
    methods: Any = ()
    head_to_head: Any = ()
    judge_rankings: Any = None
    judge_correlations: Any = None
    planning: Any = None
    validation: Any = None


def report_result(stored: Document) -> ReportResult:
    """What `Report.result` holds, by whatever version of the program it was stored.

    Raises:
        ValueError: it is no report's result; the message names the place in it.
    """
    return from_json(ReportResult, stored)

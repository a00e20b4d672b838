"""What a campaign bundle holds of automatic metrics."""

from collections.abc import Mapping
from typing import Any

from django.db.models import Q

import rankings.bundle_tables  # noqa: F401 - its tables come first
from metrics.site.texts import texts_mark
from rankings.bundles.description import Column, Destination, Origin, Table, describe
from rankings.formats.results import from_json
from rankings.judgments.stored import rankings_mark

THEIR_JOB = "work of the installation's workers"


def _result(value: Any) -> None:
    from metrics.site.people.asking import Compared  # noqa: PLC0415 - many classes

    if value is not None:
        from_json(Compared, value)


def _options(value: Any) -> None:
    from metrics.site.people.asking import ComparisonOptions  # noqa: PLC0415 - numerical libraries

    from_json(ComparisonOptions, value)


def _derive_of_run(row: Mapping[str, Any], origin: Origin) -> dict[str, Any]:
    return {"is_newest": row["texts_mark"] == texts_mark(origin.campaign)}


def _restore_run(row: Mapping[str, Any], destination: Destination) -> dict[str, Any]:
    return {"texts_mark": texts_mark(destination.campaign) if row["is_newest"] else ""}


def _derive_of_comparison(row: Mapping[str, Any], origin: Origin) -> dict[str, Any]:
    return {"is_newest": row["rankings"] == rankings_mark(origin.campaign)}


def _restore_comparison(row: Mapping[str, Any], destination: Destination) -> dict[str, Any]:
    return {"rankings": rankings_mark(destination.campaign) if row["is_newest"] else ""}


describe(
    Table(
        "references",
        "metrics.ReferenceSet",
        "References: gold edits or reference texts. The files of number 1 lie in references/1/, from 0 on.",
        documents=True,
        attached="content",
        columns={
            "key": Column("names them in their address"),
            "name": Column("their name", privacy="words"),
            "kind": Column("gold or texts"),
            "files": Column(
                "name, size in bytes and SHA-256 of each file",
                privacy="detail",
                shape=tuple[dict[str, Any], ...],
            ),
            "sha256": Column("SHA-256 over all of the files"),
            "summary": Column(
                "sentences, edits and annotators, as shown in the preview", shape=dict[str, Any]
            ),
            "created_by": Column("who uploaded them"),
            "created_at": Column("when"),
        },
        left_out={"content": "its files are in the bundle one by one"},
    ),
    Table(
        "metric_runs",
        "metrics.MetricRun",
        "A metric over all systems, computed or imported.",
        documents=True,
        only=Q(recipe__isnull=False),
        columns={
            "key": Column("names it in its address"),
            "origin": Column("computed or imported"),
            "metric": Column("name of the metric"),
            "settings": Column("its settings", shape=dict[str, Any]),
            "signature": Column("metric, settings and version in one line"),
            "reference_set": Column("the references; none where none are needed or they were removed"),
            "annotator": Column("one of the annotators; none for all"),
            "references_sha256": Column("SHA-256 of the references that were read"),
            "references_name": Column("their name then", privacy="words"),
            "recipe": Column("how it was computed", privacy="detail", shape=dict[str, Any]),
            "is_newest": Column("whether texts and systems are still those that were scored"),
            "created_by": Column("who asked for it"),
            "created_at": Column("when"),
            "finished_at": Column("when it was computed"),
        },
        derived={"is_newest": "true or false"},
        reads=("texts_mark",),
        derive=_derive_of_run,
        restore=_restore_run,
        left_out={
            "job": THEIR_JOB,
            "texts_mark": "counts keys of this installation's database; is_newest says what it is for",
        },
    ),
    Table(
        "system_scores",
        "metrics.SystemScore",
        "A metric's score of a system.",
        of="run__campaign",
        only=Q(run__recipe__isnull=False),
        columns={
            "run": Column("by which run"),
            "system": Column("of which system"),
            "score": Column("the score", "as the metric defines it"),
            "parts": Column("parts of the score", shape=dict[str, Any]),
            "types": Column(
                "[type, matched, gold] for metrics that know types of edits",
                shape=tuple[tuple[str, int | float, int | float], ...],
            ),
        },
    ),
    Table(
        "sentence_scores",
        "metrics.SentenceScores",
        "A metric's scores of all systems for a sentence.",
        of="run__campaign",
        only=Q(run__recipe__isnull=False),
        documents=True,
        columns={
            "run": Column("by which run"),
            "index": Column("number of the sentence, from 0"),
            "scores": Column(
                "by system: the score, then the parts that the run's recipe names as sentence_parts",
                shape=dict[str, tuple[Any, ...]],
            ),
            "edits": Column("by system: what each annotator makes of its edits", shape=dict[str, Any]),
            "references": Column("texts that were compared with", shape=tuple[str, ...]),
        },
    ),
    Table(
        "comparisons",
        "metrics.Comparison",
        "A finished comparison of metrics with people.",
        documents=True,
        only=Q(recipe__isnull=False),
        columns={
            "key": Column("names it"),
            "options": Column("what was asked for", check=_options),
            "runs": Column("keys of the runs that stand for the metrics", shape=tuple[str, ...]),
            "recipe": Column("how it was computed", privacy="detail", shape=dict[str, Any]),
            "result": Column("what came out", privacy="document", check=_result),
            "is_newest": Column("whether the rankings are still those that it was computed from"),
            "created_by": Column("who asked for it"),
            "created_at": Column("when"),
            "finished_at": Column("when it was computed"),
        },
        derived={"is_newest": "true or false"},
        reads=("rankings",),
        derive=_derive_of_comparison,
        restore=_restore_comparison,
        left_out={
            "job": THEIR_JOB,
            "rankings": "counts keys of this installation's database; is_newest says what it is for",
        },
    ),
)

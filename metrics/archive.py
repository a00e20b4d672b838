"""What an archive of a campaign holds of automatic metrics: references, and scores with their recipe."""

from typing import Any

from django.db.models import Q

from metrics.models import MetricRun, ReferenceSet, SentenceScores, SystemScore
from metrics.site.texts import texts_mark
from rankings.archive.contents import Table, add_tables

add_tables(
    Table("references", ReferenceSet),
    Table(
        "metric-runs",
        MetricRun,
        only=Q(recipe__isnull=False),
        marks={"texts_mark": texts_mark},
        shapes={"recipe": dict[str, Any]},
    ),
    Table(
        "system-scores",
        SystemScore,
        of="run__campaign",
        only=Q(run__recipe__isnull=False),
        shapes={"types": list[tuple[str, int | float, int | float]]},
    ),
    Table(
        "sentence-scores",
        SentenceScores,
        of="run__campaign",
        only=Q(run__recipe__isnull=False),
        shapes={"scores": dict[str, list[Any]], "references": list[str]},
    ),
)

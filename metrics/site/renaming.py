"""Scores that were stored by the name of a system follow when it is renamed."""

from collections.abc import Mapping
from typing import Any

from metrics.models import MetricRun, SentenceScores
from metrics.site.texts import texts_mark
from rankings.models import Campaign

ROWS_AT_ONCE = 500


def follow(campaign: Campaign, renamed: Mapping[str, str], **further: Any) -> None:
    """Rename systems in the scores of sentences, and keep scores of the present texts up to date.

    Called by `rankings.corpus.system_names.systems_renamed`.
    """
    rows = SentenceScores.objects.filter(run__campaign=campaign)
    changed: list[SentenceScores] = []
    for row in rows.iterator(chunk_size=ROWS_AT_ONCE):
        row.scores = _renamed(row.scores, renamed)
        row.edits = _renamed(row.edits, renamed)
        changed.append(row)
        if len(changed) == ROWS_AT_ONCE:
            SentenceScores.objects.bulk_update(changed, ["scores", "edits"])
            changed.clear()
    SentenceScores.objects.bulk_update(changed, ["scores", "edits"])
    before = texts_mark(campaign, {now: former for former, now in renamed.items()})
    runs = MetricRun.objects.filter(campaign=campaign, texts_mark=before)
    runs.update(texts_mark=texts_mark(campaign))


def _renamed(by_name: Mapping[str, Any], renamed: Mapping[str, str]) -> dict[str, Any]:
    return {renamed.get(name, name): value for name, value in by_name.items()}

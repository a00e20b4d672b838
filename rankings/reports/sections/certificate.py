"""Whether the intervals and clusters of a report hold on its own design."""

from typing import Any

from appraise_gec.presentation.numbers import percent
from appraise_gec.presentation.tables import capital
from rankings.analysis.results.certificate import Certificate, CertifiedInterval
from rankings.reports.result import ReportResult
from rankings.tables.certificate import FOR_WHOM, NOTHING, WORDS, certificate_table


def certificate_context(result: ReportResult) -> dict[str, Any]:
    """The verdict on the intervals of the leading ranking, and all kinds as a table."""
    return {
        "certificate": result.certificate,
        "certificate_sentence": certificate_sentence(result),
        "certificate_table": certificate_table(result.certificate),
    }


def certificate_sentence(result: ReportResult) -> str:
    """Whether the intervals of the leading ranking hold what they claim; empty without a certificate."""
    made = result.certificate
    if made is None:
        return ""
    if not made.intervals:
        return f"No certificate is possible. {made.reason}"
    ranking = result.ranking
    chosen = made.interval(ranking.unit, ranking.speaks_for)
    if chosen is None or ranking.without_ranges or not ranking.systems:
        return "This report has no intervals that could hold or fail."
    claimed, verdict = percent(made.confidence), made.verdict(chosen)
    if verdict == "claims nothing":
        return f"{capital(_kind(chosen))}: {NOTHING}"
    held = (
        f"in {made.campaigns} simulated campaigns of this design, {_whole(chosen.claimed)} of the {claimed} "
        f"intervals held the true score ({_kind(chosen)})"
    )
    if verdict == "as claimed":
        opening = f"The intervals of this report hold what they claim: {held}."
    elif verdict == "too narrow":
        opening = f"The intervals of this report are too narrow: {held}. {_better(made, chosen)}"
    else:
        opening = f"The intervals of this report are wider than needed, so they err on the safe side: {held}."
    return f"{opening} {_false_clusters(chosen)}"


def _false_clusters(chosen: CertifiedInterval) -> str:
    if chosen.false_clusters == 0:
        return "Equal systems were never put into different clusters."
    return f"Equal systems were put into different clusters in {_whole(chosen.false_clusters)} of campaigns."


def _better(made: Certificate, chosen: CertifiedInterval) -> str:
    """The narrowest kind of interval for the same judges that holds."""
    whom = FOR_WHOM[chosen.speaks_for]
    same = [one for one in made.intervals if one.speaks_for == chosen.speaks_for]
    holding = [one for one in same if made.verdict(one) in ("as claimed", "wider than needed")]
    if not holding:
        return f"No kind of interval for {whom} holds here: more judges or sentences are needed."
    return f"The narrowest for {whom} that holds: {WORDS[min(holding, key=lambda one: one.width).unit]}."


def _kind(one: CertifiedInterval) -> str:
    return f"{WORDS[one.unit]}, for {FOR_WHOM[one.speaks_for]}"


def _whole(share: float) -> str:
    return percent(round(share, 2))

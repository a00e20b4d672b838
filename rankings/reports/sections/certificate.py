"""Whether the intervals and clusters of a report hold on its own design."""

from typing import Any

from appraise_gec.presentation.numbers import percent
from appraise_gec.presentation.tables import capital
from rankings.analysis.results.certificate import Certificate, CertifiedInterval
from rankings.reports.result import ReportResult
from rankings.tables.certificate import (
    FOR_WHOM,
    NOTHING,
    SIMULATED,
    SIMULATED_TITLE,
    WORDS,
    certificate_table,
    error_rate,
)


def certificate_context(result: ReportResult) -> dict[str, Any]:
    """The verdict on the intervals of the leading ranking, and all kinds as a table."""
    return {
        "certificate": result.certificate,
        "certificate_sentence": certificate_sentence(result),
        "other_method": "" if result.ranking.method == SIMULATED else result.ranking.title,
        "simulated_method": SIMULATED_TITLE,
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
    if chosen.claimed is None:
        return f"{capital(_kind(chosen))}: {NOTHING}"
    given = made.campaigns - (chosen.without or 0)
    held = (
        f"in {given} simulated campaigns of this design, {_whole(chosen.claimed)} of the {claimed} "
        f"intervals held the true score ({_kind(chosen)})"
    )
    simulated = ranking.method == SIMULATED
    whose = "The intervals of this report" if simulated else f"Intervals by {SIMULATED_TITLE}"
    if verdict == "as claimed":
        opening = f"{whose} hold what they claim: {held}."
    elif verdict == "too narrow":
        opening = f"{whose} are too narrow: {held}. {_better(made, chosen)}"
    else:
        opening = f"{whose} are wider than needed, so they err on the safe side: {held}."
    return " ".join(
        filter(
            None,
            (
                "" if simulated else _not_simulated(result),
                opening,
                _not_given(made, chosen),
                _clusters(made, chosen),
                _tests(made, chosen),
            ),
        )
    )


def _not_simulated(result: ReportResult) -> str:
    return (
        f"The ranking of this report is by {result.ranking.title}; simulated was {SIMULATED_TITLE}, so the "
        "certificate does not tell how often the report's own intervals and clusters hold."
    )


def _not_given(made: Certificate, chosen: CertifiedInterval) -> str:
    """In how many campaigns there was no interval; empty where all had one."""
    if chosen.without:
        more = f"Another {chosen.without} of {made.campaigns} campaigns gave no interval"
        return f"{more}, and count neither as held nor as failed."
    if chosen.missing:
        return (
            f"{percent(chosen.missing)} of intervals were not given, and count neither as held nor as failed."
        )
    return ""


def _clusters(made: Certificate, chosen: CertifiedInterval) -> str:
    share = chosen.errors("clusters")
    if share is not None and chosen.counts_wrong_orders:
        event = "Clusters {}put systems in an order that these judges do not share"
    else:
        event = "Equal systems were {}put into different clusters"
    share = chosen.false_clusters if share is None else share
    if not share:
        return event.format("never ") + "."
    seen = f"{event.format('')} in {_whole(share)} of campaigns"
    limit = percent(made.limit(chosen, "clusters"))
    if "clusters" in made.too_often(chosen):
        return f"{seen}, more than the limit of {limit}: do not rely on the clusters."
    return f"{seen} (limit {limit})."


def _tests(made: Certificate, chosen: CertifiedInterval) -> str:
    """Whether tests err too often; empty where they do not."""
    rates = [error_rate(made, chosen, claim) for claim in made.too_often(chosen) if claim != "clusters"]
    return f"The tests under Head to head err too often: {'; '.join(rates)}." if rates else ""


def _better(made: Certificate, chosen: CertifiedInterval) -> str:
    """The narrowest kind of interval for the same judges that holds."""
    whom = FOR_WHOM[chosen.speaks_for]
    same = [one for one in made.intervals if one.speaks_for == chosen.speaks_for]
    holding = [one for one in same if made.holds(one) and one.width is not None]
    if not holding:
        return f"No kind of interval for {whom} holds here: more judges or sentences are needed."
    return (
        f"The narrowest for {whom} that holds: {WORDS[min(holding, key=lambda one: one.width or 0.0).unit]}."
    )


def _kind(one: CertifiedInterval) -> str:
    return f"{WORDS[one.unit]}, for {FOR_WHOM[one.speaks_for]}"


def _whole(share: float) -> str:
    return percent(round(share, 2))

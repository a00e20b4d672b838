"""Whether the intervals and clusters of a report hold on its own design."""

from typing import Any

from appraise_gec.presentation.numbers import percent
from appraise_gec.words import joined, words
from rankings.analysis.results.certificate import Certificate, CertifiedInterval
from rankings.reports.result import ReportResult
from rankings.tables.certificate import (
    FOR_WHOM,
    SIMULATED,
    SIMULATED_TITLE,
    WORDS,
    certificate_table,
    error_rate,
    kind_of,
    nothing,
)
from rankings.tables.stored_words import worded


def certificate_context(result: ReportResult) -> dict[str, Any]:
    """The verdict on the intervals of the leading ranking, and all kinds as a table."""
    return {
        "certificate": result.certificate,
        "certificate_sentence": certificate_sentence(result),
        "other_method": "" if result.ranking.method == SIMULATED else worded(result.ranking.title),
        "simulated_method": SIMULATED_TITLE,
        "certificate_table": certificate_table(result.certificate),
    }


def certificate_sentence(result: ReportResult) -> str:
    """Whether the intervals of the leading ranking hold what they claim; empty without a certificate."""
    made = result.certificate
    if made is None:
        return ""
    if not made.intervals:
        return words("No certificate is possible. %(reason)s", reason=worded(made.reason))
    ranking = result.ranking
    chosen = made.interval(ranking.unit, ranking.speaks_for)
    if chosen is None or ranking.without_ranges or not ranking.systems:
        return words("This report has no intervals that could hold or fail.")
    if chosen.claimed is None:
        return nothing(chosen)
    simulated = ranking.method == SIMULATED
    return joined(
        " ",
        filter(
            None,
            (
                "" if simulated else _not_simulated(result),
                _opening(made, chosen, simulated=simulated),
                _better(made, chosen) if made.verdict(chosen) == "too narrow" else "",
                _not_given(made, chosen),
                _clusters(made, chosen),
                _tests(made, chosen),
            ),
        ),
    )


def _opening(made: Certificate, chosen: CertifiedInterval, *, simulated: bool) -> str:
    """Whether the intervals hold, and how often they did."""
    verdict = made.verdict(chosen)
    values: dict[str, str] = {
        "held": words(
            "in %(campaigns)s simulated campaigns of this design, %(share)s of the %(claimed)s intervals "
            "held the true score (%(kind)s)",
            campaigns=made.campaigns - (chosen.without or 0),
            share=_whole(chosen.claimed or 0.0),
            claimed=percent(made.confidence),
            kind=kind_of(chosen),
        )
    }
    if simulated:
        if verdict == "as claimed":
            return words("The intervals of this report hold what they claim: %(held)s.", **values)
        if verdict == "too narrow":
            return words("The intervals of this report are too narrow: %(held)s.", **values)
        return words(
            "The intervals of this report are wider than needed, so they err on the safe side: %(held)s.",
            **values,
        )
    values["method"] = SIMULATED_TITLE
    if verdict == "as claimed":
        return words("Intervals by %(method)s hold what they claim: %(held)s.", **values)
    if verdict == "too narrow":
        return words("Intervals by %(method)s are too narrow: %(held)s.", **values)
    return words(
        "Intervals by %(method)s are wider than needed, so they err on the safe side: %(held)s.", **values
    )


def _not_simulated(result: ReportResult) -> str:
    return words(
        "The ranking of this report is by %(method)s; simulated was %(simulated)s, so the certificate does "
        "not tell how often the report's own intervals and clusters hold.",
        method=worded(result.ranking.title),
        simulated=SIMULATED_TITLE,
    )


def _not_given(made: Certificate, chosen: CertifiedInterval) -> str:
    """In how many campaigns there was no interval; empty where all had one."""
    if chosen.without:
        return words(
            "Another %(without)s of %(campaigns)s campaigns gave no interval, and count neither as held nor "
            "as failed.",
            without=chosen.without,
            campaigns=made.campaigns,
        )
    if chosen.missing:
        return words(
            "%(share)s of intervals were not given, and count neither as held nor as failed.",
            share=percent(chosen.missing),
        )
    return ""


def _clusters(made: Certificate, chosen: CertifiedInterval) -> str:
    share = chosen.errors("clusters")
    wrong_orders = share is not None and chosen.counts_wrong_orders
    share = chosen.false_clusters if share is None else share
    if not share:
        if wrong_orders:
            return words("Clusters never put systems in an order that these judges do not share.")
        return words("Equal systems were never put into different clusters.")
    values = {"share": _whole(share), "limit": percent(made.limit(chosen, "clusters"))}
    if "clusters" in made.too_often(chosen):
        if wrong_orders:
            return words(
                "Clusters put systems in an order that these judges do not share in %(share)s of campaigns, "
                "more than the limit of %(limit)s: do not rely on the clusters.",
                **values,
            )
        return words(
            "Equal systems were put into different clusters in %(share)s of campaigns, more than the limit "
            "of %(limit)s: do not rely on the clusters.",
            **values,
        )
    if wrong_orders:
        return words(
            "Clusters put systems in an order that these judges do not share in %(share)s of campaigns "
            "(limit %(limit)s).",
            **values,
        )
    return words(
        "Equal systems were put into different clusters in %(share)s of campaigns (limit %(limit)s).",
        **values,
    )


def _tests(made: Certificate, chosen: CertifiedInterval) -> str:
    """Whether tests err too often; empty where they do not."""
    rates = [error_rate(made, chosen, claim) for claim in made.too_often(chosen) if claim != "clusters"]
    if not rates:
        return ""
    return words("The tests under Head to head err too often: %(rates)s.", rates=joined("; ", rates))


def _better(made: Certificate, chosen: CertifiedInterval) -> str:
    """The narrowest kind of interval for the same judges that holds."""
    whom = FOR_WHOM[chosen.speaks_for]
    same = [one for one in made.intervals if one.speaks_for == chosen.speaks_for]
    holding = [one for one in same if made.holds(one) and one.width is not None]
    if not holding:
        return words(
            "No kind of interval for %(judges)s holds here: more judges or sentences are needed.", judges=whom
        )
    return words(
        "The narrowest for %(judges)s that holds: %(resampled)s.",
        judges=whom,
        resampled=WORDS[min(holding, key=lambda one: one.width or 0.0).unit],
    )


def _whole(share: float) -> str:
    return percent(round(share, 2))

"""What each kind of interval is worth on one design."""

from appraise_gec.presentation.tables import Column, Kind, Row, Table, capital
from appraise_gec.words import Figure, joined, words, words_for_count
from rankings.analysis.methods import Method, registration
from rankings.analysis.results.certificate import (
    Certificate,
    CertifiedInterval,
    Claim,
    SimulatedModel,
    Verdict,
)
from rankings.tables.nouns import judges, rankings, replicates, sentences, systems
from rankings.tables.stored_words import worded

WORDS = {
    "sentences": words("sentences resampled"),
    "rankings": words("rankings resampled"),
    "judges": words("judges resampled"),
    "pairs": words("pairs resampled, as in 2015"),
}
# Campaigns are ranked by this method, whatever that of a report is.
SIMULATED: Method = "expected-wins"
SIMULATED_TITLE = registration(SIMULATED).title
CAN_TELL = 0.1
"""A simulation whose error is larger does not show that intervals hold."""
NOT_ASKED = words("No certificate was asked for.")
CLAIMS: tuple[Claim, ...] = ("clusters", "pairs", "after Holm")
FALSE: dict[Claim, str] = {
    "clusters": words("false clusters"),
    "pairs": words("false tests"),
    "after Holm": words("false tests after Holm"),
}
IN_WRONG_ORDER: dict[Claim, str] = {
    "clusters": words("clusters in the wrong order"),
    "pairs": words("tests in the wrong order"),
    "after Holm": words("tests after Holm in the wrong order"),
}
VERDICTS: dict[Verdict, str] = {
    "too narrow": words("too narrow"),
    "as claimed": words("as claimed"),
    "wider than needed": words("wider than needed"),
    "claims nothing": words("claims nothing"),
}
FOR_WHOM = {"these-judges": words("these judges"), "judges-like-these": words("judges like these")}


def certificate_table(made: Certificate | None) -> Table:
    """A row for each kind of interval; none where it was not asked for."""
    return Table(
        "certificate",
        title(made) if made else words("Certificate"),
        [
            Column("interval", words("interval")),
            Column("speaks_for", words("speaks for")),
            Column(
                "these_judges",
                words("holds for these"),
                Kind.SHARE,
                help=words(
                    "Share of intervals that hold what the judges of the campaign say in the long run."
                ),
            ),
            Column(
                "judges_like_these",
                words("holds for others"),
                Kind.SHARE,
                help=words("Share of intervals that hold what other judges like them say."),
            ),
            Column(
                "width",
                words("mean width"),
                Kind.SCORE,
                help=words("Of the intervals that are given."),
            ),
            Column(
                "missing",
                words("not given"),
                Kind.SHARE,
                help=words(
                    "Share of intervals that are not given, because a campaign does not support them. They "
                    "count neither as held nor as failed."
                ),
            ),
            Column(
                "false_clusters",
                words("false clusters"),
                Kind.SHARE,
                help=words("Share of campaigns with equal systems that show more than one cluster."),
            ),
            Column(
                "false_pairs",
                words("false pairs"),
                Kind.SHARE,
                help=words(
                    "Share of pairs of equal systems with p \u2264 0.05 in the test that goes with it."
                ),
            ),
            Column(
                "false_after_holm",
                words("any after Holm"),
                Kind.SHARE,
                help=words("Share of campaigns with equal systems with such a pair after Holm's correction."),
            ),
        ],
        [Row(_values(one)) for one in made.intervals] if made else [],
        notes=_notes(made) if made else [],
        source=_source(made) if made and made.intervals else "",
        reason=worded(made.reason) if made else NOT_ASKED,
    )


def _source(made: Certificate) -> str:
    return words(
        "%(campaigns)s campaigns with systems as far apart as they seem and %(campaigns)s with equal "
        "systems, %(replicates)s each, seed %(seed)s",
        campaigns=made.campaigns,
        replicates=replicates(made.replicates),
        seed=made.seed,
    )


def title(made: Certificate) -> str:
    """What was simulated."""
    return words(
        "Simulated campaigns like this one: %(counts)s; ranked by %(method)s",
        counts=joined(
            ", ",
            (
                rankings(made.rankings),
                judges(made.judges),
                sentences(made.sentences),
                systems(made.systems),
            ),
        ),
        method=SIMULATED_TITLE,
    )


def verdicts(made: Certificate) -> list[str]:
    """Whether each kind holds what it claims, within the error of the simulation, a line each."""
    return [_verdict(made, one) for one in made.intervals]


def _held(made: Certificate, one: CertifiedInterval) -> str:
    if made.holds(one):
        return words("holds") if made.error <= CAN_TELL else words("too few campaigns to tell")
    return words("does not hold")


def kind_of(one: CertifiedInterval) -> str:
    """What is resampled, and for whom the interval speaks."""
    return words("%(resampled)s, for %(judges)s", resampled=WORDS[one.unit], judges=FOR_WHOM[one.speaks_for])


def nothing(one: CertifiedInterval) -> str:
    """That no campaign gave such an interval."""
    return words(
        "%(kind)s: no certificate: this design gets no interval of this kind.", kind=capital(kind_of(one))
    )


def _verdict(made: Certificate, one: CertifiedInterval) -> str:
    if one.claimed is None:
        return nothing(one)
    parts = [
        words(
            "%(held)s. %(share)s (± %(error)s) of %(confidence)s intervals hold the truth, %(verdict)s",
            held=_held(made, one),
            share=Figure(f"{100 * one.claimed:.0f} %"),
            error=Figure(f"{100 * made.error:.0f}"),
            confidence=Figure(f"{100 * made.confidence:g} %"),
            verdict=VERDICTS[made.verdict(one)],
        ),
        *(text for text in (error_rate(made, one, claim) for claim in CLAIMS) if text),
    ]
    told = words("%(kind)s: %(told)s.", kind=capital(kind_of(one)), told=joined("; ", parts))
    return joined(" ", filter(None, (told, _not_given(made, one))))


def error_rate(made: Certificate, one: CertifiedInterval, claim: Claim) -> str:
    """How often clusters or tests err for whom the interval speaks, and how often they may; "" if unknown."""
    share = one.errors(claim)
    if share is None:
        return ""
    values = {
        "what": (IN_WRONG_ORDER if one.counts_wrong_orders else FALSE)[claim],
        "share": Figure(f"{100 * share:.3g} %"),
        "limit": Figure(f"{100 * made.limit(one, claim):g} %"),
    }
    too_often = claim in made.too_often(one)
    if claim == "pairs":
        if too_often:
            return words("%(what)s in %(share)s of pairs (limit %(limit)s), too often", **values)
        return words("%(what)s in %(share)s of pairs (limit %(limit)s)", **values)
    if too_often:
        return words("%(what)s in %(share)s of campaigns (limit %(limit)s), too often", **values)
    return words("%(what)s in %(share)s of campaigns (limit %(limit)s)", **values)


def _not_given(made: Certificate, one: CertifiedInterval) -> str:
    if not one.missing:
        return ""
    if one.without:
        return words_for_count(
            "No interval in %(without)s of %(n)s campaign; shares are of those given.",
            "No interval in %(without)s of %(n)s campaigns; shares are of those given.",
            made.campaigns,
            without=one.without,
        )
    return words(
        "%(share)s of intervals were not given; shares are of those given.",
        share=Figure(f"{100 * one.missing:.2g} %"),
    )


def _values(one: CertifiedInterval) -> list[str | float | None]:
    return [
        WORDS[one.unit],
        FOR_WHOM[one.speaks_for],
        one.these_judges,
        one.judges_like_these,
        one.width,
        one.missing,
        one.false_clusters,
        one.false_pairs,
        one.false_after_holm,
    ]


def _notes(made: Certificate) -> list[str]:
    model = made.model
    if model is None:
        return []
    share = Figure(f"{100 * model.agreed:.0f} %")
    agreed = words("%(share)s of what makes an output good is seen alike by all judges", share=share)
    if not model.agreed_known:
        agreed = words(
            "%(share)s of what makes an output good is seen alike by all judges (as in 2015: too few "
            "sentences were ranked by two judges)",
            share=share,
        )
    return [
        *verdicts(made),
        words(
            "Estimated from the judgments: %(ties)s of comparisons are tied; %(agreed)s; the quality of a "
            "system varies by %(judges)s and by %(spread)s between systems, in standard deviations of an "
            "output.",
            ties=Figure(f"{100 * model.ties:.0f} %"),
            agreed=agreed,
            judges=_between_judges(model),
            spread=Figure(f"{model.spread:.2f}"),
        ),
        words(
            "Shares are good to about \u00b1%(error)s points: that many campaigns tell no more.",
            error=Figure(f"{100 * made.error:.0f}"),
        ),
    ]


def _between_judges(model: SimulatedModel) -> str:
    sd = Figure(f"{model.judges:.2f}")
    if model.judges_low is None or model.judges_high is None or not model.judges:
        return words("%(sd)s between judges", sd=sd)
    return words(
        "%(sd)s between judges (by %(low)s to %(high)s in simulated campaigns)",
        sd=sd,
        low=Figure(f"{model.judges_low:.2f}"),
        high=Figure(f"{model.judges_high:.2f}"),
    )

"""What each kind of interval is worth on one design."""

from appraise_gec.presentation.numbers import counted
from appraise_gec.presentation.tables import Column, Kind, Row, Table, capital
from rankings.analysis.methods import Method, registration
from rankings.analysis.results.certificate import Certificate, CertifiedInterval, Claim, SimulatedModel

WORDS = {
    "sentences": "sentences resampled",
    "rankings": "rankings resampled",
    "judges": "judges resampled",
    "pairs": "pairs resampled, as in 2015",
}
# Campaigns are ranked by this method, whatever that of a report is.
SIMULATED: Method = "expected-wins"
SIMULATED_TITLE = registration(SIMULATED).title
NOTHING = "no certificate: this design gets no interval of this kind."
CAN_TELL = 0.1
"""A simulation whose error is larger does not show that intervals hold."""
NOT_ASKED = "No certificate was asked for."
CLAIMS: tuple[Claim, ...] = ("clusters", "pairs", "after Holm")
TESTED: dict[Claim, str] = {"clusters": "clusters", "pairs": "tests", "after Holm": "tests after Holm"}
FOR_WHOM = {"these-judges": "these judges", "judges-like-these": "judges like these"}


def certificate_table(made: Certificate | None) -> Table:
    """A row for each kind of interval; none where it was not asked for."""
    return Table(
        "certificate",
        title(made) if made else "Certificate",
        [
            Column("interval", "interval"),
            Column("speaks_for", "speaks for"),
            Column(
                "these_judges",
                "holds for these",
                Kind.SHARE,
                help="Share of intervals that hold what the judges of the campaign say in the long run.",
            ),
            Column(
                "judges_like_these",
                "holds for others",
                Kind.SHARE,
                help="Share of intervals that hold what other judges like them say.",
            ),
            Column(
                "width",
                "mean width",
                Kind.SCORE,
                help="Of the intervals that are given.",
            ),
            Column(
                "missing",
                "not given",
                Kind.SHARE,
                help="Share of intervals that are not given, because a campaign does not support them. They "
                "count neither as held nor as failed.",
            ),
            Column(
                "false_clusters",
                "false clusters",
                Kind.SHARE,
                help="Share of campaigns with equal systems that show more than one cluster.",
            ),
            Column(
                "false_pairs",
                "false pairs",
                Kind.SHARE,
                help="Share of pairs of equal systems with p \u2264 0.05 in the test that goes with it.",
            ),
            Column(
                "false_after_holm",
                "any after Holm",
                Kind.SHARE,
                help="Share of campaigns with equal systems with such a pair after Holm's correction.",
            ),
        ],
        [Row(_values(one)) for one in made.intervals] if made else [],
        notes=_notes(made) if made else [],
        source=_source(made) if made and made.intervals else "",
        reason=made.reason if made else NOT_ASKED,
    )


def _source(made: Certificate) -> str:
    return (
        f"{made.campaigns} campaigns with systems as far apart as they seem and {made.campaigns} with "
        f"equal systems, {counted(made.replicates, 'replicate')} each, seed {made.seed}"
    )


def title(made: Certificate) -> str:
    """What was simulated."""
    return (
        f"Simulated campaigns like this one: {counted(made.rankings, 'ranking')}, "
        f"{counted(made.judges, 'judge')}, {counted(made.sentences, 'sentence')}, "
        f"{counted(made.systems, 'system')}; ranked by {SIMULATED_TITLE}"
    )


def verdicts(made: Certificate) -> list[str]:
    """Whether each kind holds what it claims, within the error of the simulation, a line each."""
    return [_verdict(made, one) for one in made.intervals]


def _held(made: Certificate, one: CertifiedInterval) -> str:
    if made.holds(one):
        return "holds" if made.error <= CAN_TELL else "too few campaigns to tell"
    return "does not hold"


def _verdict(made: Certificate, one: CertifiedInterval) -> str:
    kind = capital(f"{WORDS[one.unit]}, for {FOR_WHOM[one.speaks_for]}")
    if one.claimed is None:
        return f"{kind}: {NOTHING}"
    parts = [
        f"{_held(made, one)}. {100 * one.claimed:.0f} % (± {100 * made.error:.0f}) of "
        f"{100 * made.confidence:g} % intervals hold the truth, {made.verdict(one)}",
        *(text for text in (error_rate(made, one, claim) for claim in CLAIMS) if text),
    ]
    return f"{kind}: {'; '.join(parts)}.{_not_given(made, one)}"


def error_rate(made: Certificate, one: CertifiedInterval, claim: Claim) -> str:
    """How often clusters or tests err for whom the interval speaks, and how often they may; "" if unknown."""
    share = one.errors(claim)
    if share is None:
        return ""
    what = TESTED[claim]
    what = f"{what} in the wrong order" if one.counts_wrong_orders else f"false {what}"
    where = "of pairs" if claim == "pairs" else "of campaigns"
    verdict = ", too often" if claim in made.too_often(one) else ""
    return f"{what} in {100 * share:.3g} % {where} (limit {100 * made.limit(one, claim):g} %){verdict}"


def _not_given(made: Certificate, one: CertifiedInterval) -> str:
    if not one.missing:
        return ""
    if one.without:
        campaigns = counted(made.campaigns, "campaign")
        return f" No interval in {one.without} of {campaigns}; shares are of those given."
    return f" {100 * one.missing:.2g} % of intervals were not given; shares are of those given."


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


def _possible(model: SimulatedModel) -> str:
    if model.judges_low is None or model.judges_high is None or not model.judges:
        return ""
    return f" (by {model.judges_low:.2f} to {model.judges_high:.2f} in simulated campaigns)"


def _notes(made: Certificate) -> list[str]:
    model = made.model
    if model is None:
        return []
    agreed = f"{100 * model.agreed:.0f} % of what makes an output good is seen alike by all judges"
    if not model.agreed_known:
        agreed += " (as in 2015: too few sentences were ranked by two judges)"
    return [
        *verdicts(made),
        f"Estimated from the judgments: {100 * model.ties:.0f} % of comparisons are tied; {agreed}; the "
        f"quality of a system varies by {model.judges:.2f} between judges{_possible(model)} and by "
        f"{model.spread:.2f} between systems, in standard deviations of an output.",
        f"Shares are good to about \u00b1{100 * made.error:.0f} points: that many campaigns tell no more.",
    ]

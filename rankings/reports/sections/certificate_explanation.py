"""What the certificate of a report simulates, and what its columns mean."""

from appraise_gec.presentation.numbers import percent
from appraise_gec.words import words
from rankings.analysis.methods import registration
from rankings.reports.sections.explanation import Explanation
from rankings.tables.certificate import SIMULATED


def certificate_explanation(method: str, confidence: float) -> Explanation:
    """The explanation; `method` and `confidence` are those of the report."""
    claimed = percent(confidence)
    return Explanation(
        words("What is simulated, and what the columns mean"),
        (
            (words("Simulated"), _simulated(method)),
            (
                words("Holds for these, for others"),
                words(
                    "Coverage: the share of intervals that hold the true score, as the judges of the "
                    "campaign see it in the long run, and as other judges like them do. An interval at "
                    "%(claimed)s should hold in %(claimed)s of cases for those for whom it speaks. Less: it "
                    "is too narrow, and promises more than the data support. More: it is wider than needed.",
                    claimed=claimed,
                ),
            ),
            (
                words("Not given"),
                words(
                    "Share of intervals that are not given, as a campaign has too few units or systems that "
                    "it does not bound. They count neither as held nor as failed."
                ),
            ),
            (
                words("False clusters"),
                words(
                    "Share of campaigns with equal systems that show more than one cluster. Any line between "
                    "clusters is wrong there for other judges. A ranking at %(claimed)s confidence may draw "
                    "one in %(share)s of campaigns.",
                    claimed=claimed,
                    share=percent(1 - confidence),
                ),
            ),
            (
                words("False pairs, any after Holm"),
                words(
                    "False differences: the share of pairs of equal systems that the test under Head to head "
                    "calls different at the 5\u00a0% level, and the share of campaigns in which it does so "
                    "for at least one pair after the correction for all pairs. Both may be 5\u00a0%."
                ),
            ),
            (
                words("Holds or does not hold"),
                words(
                    "A kind holds if intervals, clusters and tests all keep to their limits, within the "
                    "error of the simulation. Where it speaks for the judges of the campaign alone, equal "
                    "systems differ for them by chance. So its clusters and tests are held to the order "
                    "that these judges would give in the long run. A test of a pair may be wrong in "
                    "2.5\u00a0% of cases, half of 5\u00a0%, as it can err in two directions."
                ),
            ),
            (words("What to conclude"), _conclusion(method)),
        ),
    )


def _simulated(method: str) -> str:
    if method == SIMULATED:
        return words(
            "Campaigns like this one: the same items, the same number of judges, the same outputs shared by "
            "systems. How far systems lie apart, how much judges differ and agree, and how often they tie is "
            "estimated from this report's rankings. Half of the campaigns have systems as far apart as these "
            "seem to be, the other half have equal systems. All are ranked by Expected Wins."
        )
    return words(
        "Campaigns like this one: the same items, the same number of judges, the same outputs shared by "
        "systems. How far systems lie apart, how much judges differ and agree, and how often they tie is "
        "estimated from this report's rankings. Half of the campaigns have systems as far apart as these "
        "seem to be, the other half have equal systems. All are ranked by Expected Wins, not by %(method)s "
        "as this report is, so nothing here says how often its intervals hold.",
        method=registration(method).title,
    )


def _conclusion(method: str) -> str:
    if method == SIMULATED:
        return words(
            "If the intervals hold, they and the clusters can be quoted as they are. If they are too narrow, "
            "choose another kind in the settings or collect judgments of more judges, and do not rely on "
            "narrow differences. With few judges the certificate is as rough as its estimate of how much "
            "judges differ."
        )
    return words(
        "If the intervals hold, they and the clusters of a ranking by Expected Wins can be quoted as they "
        "are; those of this report are not tried. If they are too narrow, choose another kind in the "
        "settings or collect judgments of more judges, and do not rely on narrow differences. With few "
        "judges the certificate is as rough as its estimate of how much judges differ."
    )

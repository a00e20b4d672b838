"""Which design of a campaign gives the same order again, as a result with its form in JSON."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class VarianceParts:
    """What makes Expected Wins vary, as standard deviations of a system's score, mean over systems.

    The variance of a score of S sentences, each ranked r times, by J judges with the same number of rankings
    is sentences² / S + rankings² / (S r) + judges² / J.

    Attributes:
        systems: between the true scores of systems.
        sentences: between sentences, as all judges see them.
        rankings: between rankings of one sentence: what one judge sees otherwise, and the outputs shown.
        judges: between judges, as endless rankings by each would show.
        sentences_known: whether enough sentences were ranked by two judges; else the proportion of sentences
            to rankings is that of 2015.
        judges_known: whether two judges ranked two sentences each; else `judges` is that of 2015.
    """

    systems: float
    sentences: float
    rankings: float
    judges: float
    sentences_known: bool
    judges_known: bool


# Of the published campaign of 2015: assumed where no judgments say otherwise.
PARTS_2015 = VarianceParts(
    systems=0.075, sentences=0.42, rankings=0.46, judges=0.041, sentences_known=False, judges_known=False
)


@dataclass(frozen=True, slots=True)
class DesignPoint:
    """A number of rankings, and how probably the same order comes out again.

    Attributes:
        rankings: number of rankings; `sentences` of them are different.
        probability_same_order: probability that two campaigns of this design give the same order.
    """

    sentences: int
    rankings: int
    probability_same_order: float


@dataclass(frozen=True, slots=True)
class CampaignDesign:
    """The cheapest design with a number of judges.

    Attributes:
        judges: in all.
        judges_per_sentence: rankings of each sentence, by different judges.
        sentences, rankings: needed; None where no number suffices that is allowed.
        sentences_low, sentences_high: ends of the interval for `sentences`; None where no number suffices.
        hours: of judging; None likewise.
        hours_each: of every judge.
        probability_same_order: that the same order comes out again with this design, or with the most
            sentences where none suffices.
        limit: that probability with endless sentences.
        points: the curve, by rising number of rankings, with so many judges for each sentence.
    """

    judges: int
    judges_per_sentence: int
    sentences: int | None
    rankings: int | None
    sentences_low: int | None
    sentences_high: int | None
    hours: float | None
    hours_each: float | None
    probability_same_order: float
    limit: float
    points: tuple[DesignPoint, ...]


@dataclass(frozen=True, slots=True)
class DesignPlan:
    """Designs by number of judges, and the one to take.

    Attributes:
        designs: by rising number of judges.
        recommended: number of judges of the design to take: the fewest whose hours are at most a tenth above
            the least; None where no design reaches what is wanted.
        systems: whose order is meant.
        wanted: probability that two campaigns of the design, with other sentences and other judges, give the
            same order.
        margin: two systems whose true scores lie closer together than this may change places.
        closest: the two systems whose order is hardest to repeat, and how far apart they seem; None where
            strengths of systems are assumed.
        parts: of the variance.
        rankings, judges, sentences: of the judgments that give the parts; 0 where these are assumed.
        level: how often an interval holds the number of sentences; None where parts are assumed.
        seconds: that a ranking takes.
        most_judges, most_sentences: allowed.
        seed: of the random numbers.
        notes: what a reader has to know, one sentence each.
    """

    designs: tuple[CampaignDesign, ...]
    recommended: int | None
    systems: tuple[str, ...]
    wanted: float
    margin: float
    closest: tuple[str, str, float] | None
    parts: VarianceParts
    rankings: int
    judges: int
    sentences: int
    level: float | None
    seconds: float
    most_judges: int
    most_sentences: int
    seed: int
    notes: tuple[str, ...] = ()

    @property
    def chosen(self) -> CampaignDesign | None:
        """The recommended design."""
        return next((one for one in self.designs if one.judges == self.recommended), None)
